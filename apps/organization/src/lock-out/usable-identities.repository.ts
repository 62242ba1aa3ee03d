import { firstRow, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const existsRow = z.object({ exists: z.boolean() });

/** Whether the account can sign in through an enabled provider. `exceptId`: a provider that does not count. */
export async function hasUsableIdentity(
  reader: SqlReader,
  organizationId: number,
  userId: number,
  exceptId: string | null,
): Promise<boolean> {
  const found = await firstRow(
    reader,
    existsRow,
    Prisma.sql`
    SELECT true AS exists FROM linked_identity l
      JOIN identity_provider p ON p.organization_id = l.organization_id AND p.id = l.provider_id
    WHERE l.organization_id = ${organizationId} AND l.user_id = ${userId} AND p.is_enabled AND NOT p.is_disabled_by_operator
      AND p.id IS DISTINCT FROM ${exceptId}::uuid
    LIMIT 1`,
  );
  return found !== undefined;
}
