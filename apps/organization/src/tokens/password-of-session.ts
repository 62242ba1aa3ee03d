import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
import { FreshProof } from '../credentials/fresh-proof.js';
import { Passwords } from '../credentials/passwords.js';

/**
 * A stolen session ends with the next password, and a token does not. So a session needs the password to make one. An API key needs none, because it
 * is as strong as any token, and its replacement ends the tokens.
 */
@Injectable()
export class PasswordOfSession {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly passwords: Passwords,
    private readonly proof: FreshProof,
  ) {}

  /** @throws wrongPassword, proofRequired for people with a second factor */
  async execute(caller: Caller, given = ''): Promise<void> {
    const { organizationId, userId, sessionId } = caller;
    if (sessionId === undefined) return;
    await this.proof.check(caller);
    const stored = await this.credentials.passwordHashOf(this.database.client, organizationId, userId);
    const by = { organizationId, personId: userId };
    if (stored !== null && !(await this.passwords.matches(stored, given, by))) throw apiErrors.wrongPassword();
  }
}
