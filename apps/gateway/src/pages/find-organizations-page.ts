import { Injectable } from '@nestjs/common';
import { findOrganizations } from '@parley/contracts';
import type { FastifyInstance } from 'fastify';
import { MailForms } from './mail-form.js';

/** Where people who forgot the address of their organization find it. */
@Injectable()
export class FindOrganizationsPage {
  constructor(private readonly forms: MailForms) {}

  install(pages: FastifyInstance): void {
    this.forms.install(pages, {
      path: '/accounts/find',
      asks: findOrganizations,
      title: 'Find your organizations',
      explanation: 'A mail will list the organizations where your address has an account.',
      button: 'Send the list',
      sent: 'If your address has an account here, a mail is on its way.',
    });
  }
}
