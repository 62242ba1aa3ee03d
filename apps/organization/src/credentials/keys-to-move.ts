import type { Reader } from '@parley/persistence';

export interface StoredKey {
  readonly organizationId: number;
  readonly userId: number;
  readonly digest: Uint8Array;
  readonly sealed: Uint8Array;
}

/** One batch of the keys of the whole installation: those of the accounts with an id greater than `userId`. */
export function keysToMove(reader: Reader, userId: number, limit: number): Promise<StoredKey[]> {
  return reader.$queryRaw<StoredKey[]>`
    SELECT organization_id AS "organizationId", user_id AS "userId", digest, sealed
    FROM api_key WHERE user_id > ${userId} ORDER BY user_id LIMIT ${limit}`;
}
