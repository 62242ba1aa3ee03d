import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { findOrganizations } from '@parley/contracts/organization';
import { Mail } from '@parley/mail';
import { checkedEmail } from '../accounts/email-address.js';
import { FoundOrganizationsMail } from './found-organizations-mail.js';

/** POST /accounts/find. Reads no account, so the answer cannot reveal whether one exists. */
@Injectable()
export class FindOrganizations {
  constructor(
    private readonly mail: Mail,
    private readonly mails: FoundOrganizationsMail,
  ) {}

  async execute({ params }: CallOf<typeof findOrganizations>): Promise<OutputOf<typeof findOrganizations>> {
    const email = checkedEmail(params.email);
    this.mail.checkConfigured();
    await this.mails.enqueue({ email, nonce: randomUUID() });
    return {};
  }
}
