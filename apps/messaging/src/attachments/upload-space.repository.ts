import { dbInt, firstRow, Prisma, type Reader, type Tx } from '@parley/persistence';
import { z } from 'zod';

const uploadSpaceOfRow = z.object({ bytes: dbInt });

/** The bytes of all attachments of a user and their bots. */
export async function uploadSpaceOf(reader: Reader, organizationId: number, personId: number): Promise<number> {
  const row = await firstRow(
    reader,
    uploadSpaceOfRow,
    Prisma.sql`
    SELECT coalesce(sum(a.size), 0)::bigint AS bytes FROM attachment a
    WHERE a.organization_id = ${organizationId} AND a.owner_id IN (
      SELECT id FROM user_account WHERE organization_id = ${organizationId} AND (id = ${personId} OR bot_owner_id = ${personId}))`,
  );
  return row?.bytes ?? 0;
}

/** The bytes of all attachments of the organization. */
export async function uploadSpaceUsed(reader: Reader, organizationId: number): Promise<number> {
  const usage = await reader.uploadUsage.findUnique({ where: { organizationId } });
  return Number(usage?.bytes ?? 0);
}

/** The caller must hold the organization's counter. */
export async function changeUsage(tx: Tx, organizationId: number, bytes: number): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO upload_usage (organization_id, bytes) VALUES (${organizationId}, greatest(${bytes}, 0))
    ON CONFLICT (organization_id) DO UPDATE SET bytes = upload_usage.bytes + ${bytes}`);
}
