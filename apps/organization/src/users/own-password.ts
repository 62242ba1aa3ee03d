import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type Caller } from '@parley/contracts';
import { Database, type Tx } from '@parley/persistence';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
import { Passwords, personalWords } from '../credentials/passwords.js';
import { organizationOf } from '../organization-of.js';

/** A new password that was checked and hashed, but is not yet stored. */
export interface CheckedPassword {
  readonly old: string;
  readonly new: string;
}

/**
 * Changes the caller's own password, which requires the old one, and ends all their browser sessions. The API key and the event queues stay, because a
 * password is only used to fetch the API key and to sign in with a browser.
 */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly credentials: CredentialsRepository,
  ) {}

  /** Call it outside a transaction, because hashing takes tens of milliseconds. @throws wrongPassword, weakNewPassword */
  async check({ organizationId, userId }: Caller, given: { old: string; new: string }): Promise<CheckedPassword> {
    const { client } = this.database;
    const old = await this.credentials.passwordHashOf(client, organizationId, userId);
    const by = { organizationId, personId: userId };
    const isRight = await this.passwords.matches(old, given.old, by);
    const user = await userById(client, organizationId, userId);
    if (old === null || !isRight || user === undefined) throw apiErrors.wrongPassword();
    const known = personalWords(await organizationOf(client, organizationId), user);
    return { old, new: await this.passwords.hash(given.new, known, by, apiErrors.weakNewPassword) };
  }

  /** @throws wrongPassword if the password was changed meanwhile */
  async replace(tx: Tx, { organizationId, userId }: Caller, checked: CheckedPassword): Promise<void> {
    if (!(await this.credentials.replacePassword(tx, organizationId, userId, checked))) throw apiErrors.wrongPassword();
  }
}
