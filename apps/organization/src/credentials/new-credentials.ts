import { Injectable } from '@nestjs/common';
import type { Tx } from '@parley/persistence';
import { ApiKeys } from './api-keys.js';
import { CredentialsRepository } from './credentials.repository.js';
import { Passwords } from './passwords.js';

/** Credentials that are not yet stored. */
export interface IssuedCredentials {
  readonly apiKey: string;
  /** Null: the account cannot log in with a password. */
  readonly passwordHash: string | null;
}

/** All new accounts of an organization take the turns of one person. */
const NEW_ACCOUNTS = 'new accounts';

/** The credentials of a new account. */
@Injectable()
export class NewCredentials {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly passwords: Passwords,
    private readonly credentials: CredentialsRepository,
  ) {}

  /** Call it outside a transaction, because hashing takes tens of milliseconds. `known`: see personalWords. @throws weakPassword */
  async issue(organizationId: number, password: string | null, known: readonly string[]): Promise<IssuedCredentials> {
    const by = { organizationId, personId: NEW_ACCOUNTS };
    const passwordHash = password === null ? null : await this.passwords.hash(password, known, by);
    return { apiKey: this.apiKeys.generate(), passwordHash };
  }

  async store(tx: Tx, organizationId: number, userId: number, { apiKey, passwordHash }: IssuedCredentials): Promise<void> {
    const key = { userId, digest: this.apiKeys.digest(apiKey), sealed: this.apiKeys.seal(userId, apiKey) };
    await this.credentials.putKey(tx, organizationId, key);
    if (passwordHash !== null) await this.credentials.putPassword(tx, organizationId, userId, passwordHash);
  }
}
