import { mayChange, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const storedSecret = z.object({ organizationId: z.int(), id: z.string(), sealed: z.instanceof(Uint8Array) });
export type StoredSecret = z.infer<typeof storedSecret>;
export type SecretPosition = Pick<StoredSecret, 'organizationId' | 'id'>;

/** One batch of the secrets of identity providers of the whole installation: those after this position. */
export function secretsToMove(reader: SqlReader, { organizationId, id }: SecretPosition, limit: number): Promise<StoredSecret[]> {
  return rows(
    reader,
    storedSecret,
    Prisma.sql`
    SELECT organization_id AS "organizationId", id::text AS id, sealed FROM identity_provider p
    WHERE (organization_id, id) > (${organizationId}, ${id}::uuid) AND sealed IS NOT NULL AND ${mayChange(Prisma.sql`p.organization_id`)}
    ORDER BY p.organization_id, p.id LIMIT ${limit}`,
  );
}
