import { Injectable } from '@nestjs/common';
import { findOrganizations } from '@parley/contracts/organization';
import type { FastifyInstance } from 'fastify';
import { MailForms } from './mail-form.js';

/** For people who forgot the address of their organization. */
@Injectable()
export class FindOrganizationsPage {
  constructor(private readonly forms: MailForms) {}

  install(pages: FastifyInstance): void {
    this.forms.install(pages, {
      path: '/accounts/find',
      call: findOrganizations,
      title: 'Find your organizations',
      explanation: 'We will send you a mail with the organizations where your address has an account.',
      button: 'Send the list',
      sent: 'If your address has an account here, you will receive a mail shortly.',
    });
  }
}
