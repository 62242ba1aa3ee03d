import { mayChange, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const storedKey = z.object({
  organizationId: z.int(),
  userId: z.int(),
  digest: z.instanceof(Uint8Array),
  sealed: z.instanceof(Uint8Array),
});
export type StoredKey = z.infer<typeof storedKey>;

/** One batch of the keys of the whole installation: those of the accounts with an id greater than `userId`. */
export function keysToMove(reader: SqlReader, userId: number, limit: number): Promise<StoredKey[]> {
  return rows(
    reader,
    storedKey,
    Prisma.sql`
    SELECT organization_id AS "organizationId", user_id AS "userId", digest, sealed
    FROM api_key k WHERE user_id > ${userId} AND ${mayChange(Prisma.sql`k.organization_id`)} ORDER BY user_id LIMIT ${limit}`,
  );
}

/** One batch of the keys of an organization: those of the accounts with an id greater than `userId`. */
export function keysOfOrganization(reader: SqlReader, organizationId: number, userId: number, limit: number): Promise<StoredKey[]> {
  return rows(
    reader,
    storedKey,
    Prisma.sql`
    SELECT organization_id AS "organizationId", user_id AS "userId", digest, sealed
    FROM api_key WHERE organization_id = ${organizationId} AND user_id > ${userId} ORDER BY user_id LIMIT ${limit}`,
  );
}
