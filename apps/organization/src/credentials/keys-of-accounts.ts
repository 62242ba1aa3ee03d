import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import { ApiKeys } from './api-keys.js';
import { CredentialsRepository } from './credentials.repository.js';

/** Decrypts API keys of accounts. The caller must check the permission. */
@Injectable()
export class KeysOfAccounts {
  constructor(
    private readonly database: Database,
    private readonly apiKeys: ApiKeys,
    private readonly credentials: CredentialsRepository,
  ) {}

  /** By account. Accounts without a key are absent. */
  async of(organizationId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const sealed = await this.credentials.sealedKeys(this.database.client, organizationId, userIds);
    return new Map([...sealed].map(([userId, key]) => [userId, this.apiKeys.open(userId, key)]));
  }
}
