import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { type createProvisioningToken, MAX_TOKENS, PROVISION_SCOPE } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { digestOfApiToken, newApiToken } from '../credentials/api-tokens.js';
import { countApiTokens, insertApiToken } from '../credentials/api-tokens.repository.js';
import { PasswordOfSession } from './password-of-session.js';
import { provisioningAccount } from './provisioning-account.js';
import { provisioningTokenObjectOf } from './token-object.js';

const SECOND_MS = 1_000;

/** Makes a token with which a directory keeps accounts and groups. Only its digest is stored, so this answer is the only one that has it. */
@Injectable()
export class CreateProvisioningToken {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly passwordCheck: PasswordOfSession,
  ) {}

  async execute({ caller, params }: CallOf<typeof createProvisioningToken>): Promise<OutputOf<typeof createProvisioningToken>> {
    const { name, expires_at: expiresAt = null, password } = params;
    const { organizationId } = caller;
    const userId = await provisioningAccount(this.database.direct, caller);
    if (expiresAt !== null && expiresAt * SECOND_MS <= Date.now()) throw apiErrors.tokenExpiryInPast();
    await this.passwordCheck.execute(caller, password);
    const token = newApiToken();
    const stored = await this.eventLog.change(organizationId, async (tx) => {
      if ((await countApiTokens(tx, organizationId, userId)) >= MAX_TOKENS) throw apiErrors.tooManyTokens({ limit: MAX_TOKENS });
      const digest = digestOfApiToken(token);
      return insertApiToken(tx, organizationId, { userId, digest, name, scopes: [PROVISION_SCOPE], channelIds: null, expiresAt });
    });
    return { token, ...provisioningTokenObjectOf(stored) };
  }
}
