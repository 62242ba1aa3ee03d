import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import { MAX_VERIFIED_ROWS, type verifyKeys } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { ApiKeys } from './api-keys.js';
import { keysOfOrganization, type StoredKey } from './keys-to-move.repository.js';

/** Verifies that the key secret of this installation is the one of the database, for an operator who restored both. */
@Injectable()
export class VerifyKeys {
  constructor(
    private readonly database: Database,
    private readonly apiKeys: ApiKeys,
  ) {}

  async execute({ organizationId, after }: InputOf<typeof verifyKeys>): Promise<OutputOf<typeof verifyKeys>> {
    const stored = await keysOfOrganization(this.database.direct, organizationId, after, MAX_VERIFIED_ROWS);
    const unreadable = stored.filter((key) => !this.isReadable(key)).map(({ userId }) => ({ userId }));
    const last = stored.length < MAX_VERIFIED_ROWS ? null : (stored.at(-1)?.userId ?? null);
    return { checked: stored.length, last, unreadable };
  }

  private isReadable({ userId, sealed, digest }: StoredKey): boolean {
    try {
      return this.apiKeys.digests(this.apiKeys.open(userId, sealed)).some((each) => each.equals(digest));
    } catch {
      return false;
    }
  }
}
