import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { requestPasswordReset } from '@parley/contracts/organization';
import { Mail } from '@parley/mail';
import { Database, organizationByStringId } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { checkedEmail } from '../accounts/email-address.js';
import { PasswordResetMails } from './password-reset-mails.js';

/** POST /accounts/password/reset. Reads no account, so the answer cannot reveal whether one exists. */
@Injectable()
export class RequestPasswordReset {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly mail: Mail,
    private readonly mails: PasswordResetMails,
  ) {}

  async execute({ caller, params }: CallOf<typeof requestPasswordReset>): Promise<OutputOf<typeof requestPasswordReset>> {
    const email = checkedEmail(params.email);
    this.mail.checkConfigured();
    await this.mails.enqueue({ stringId: await this.organizationAt(caller.host), email, nonce: randomUUID() });
    return {};
  }

  /** Null at a bare host. @throws unknownOrganization */
  private async organizationAt(host: string): Promise<string | null> {
    const named = this.addresses.read(host);
    if (named.kind === 'bare') return null;
    const isKnown = named.kind === 'organization' && (await organizationByStringId(this.database.direct, named.stringId)) !== undefined;
    if (!isKnown) throw apiErrors.unknownOrganization();
    return named.stringId;
  }
}
