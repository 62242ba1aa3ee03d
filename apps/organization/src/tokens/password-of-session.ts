import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
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
  ) {}

  /** @throws wrongPassword */
  async execute({ organizationId, userId, sessionId }: Caller, given = ''): Promise<void> {
    if (sessionId === undefined) return;
    const stored = await this.credentials.passwordHashOf(this.database.client, organizationId, userId);
    const by = { organizationId, personId: userId };
    if (stored !== null && !(await this.passwords.matches(stored, given, by))) throw apiErrors.wrongPassword();
  }
}
