import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import type { findOrganizations } from '@parley/contracts/organization';
import { Mail } from '@parley/mail';
import { checkedEmail } from '../accounts/email-address.js';
import { FoundOrganizationsMail } from './found-organizations-mail.js';
import type { OrganizationOfAddress } from './organizations-of-address.repository.js';

/** POST /accounts/find. Reads no account, so the answer cannot reveal whether one exists. */
@Injectable()
export class FindOrganizations {
  constructor(
    private readonly mail: Mail,
    private readonly mails: FoundOrganizationsMail,
  ) {}

  /** `elsewhere`: the organizations that were found in other cells. */
  async execute(given: string, elsewhere: readonly OrganizationOfAddress[] = []): Promise<OutputOf<typeof findOrganizations>> {
    const email = checkedEmail(given);
    this.mail.checkConfigured();
    await this.mails.enqueue({ email, nonce: randomUUID(), ...(elsewhere.length > 0 && { elsewhere: [...elsewhere] }) });
    return {};
  }
}
