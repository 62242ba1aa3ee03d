import { dbInt, Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';

/** What only the user saw. The caller raises the version of the alert words. */
export async function deletePersonalRows(tx: Tx, organizationId: number, userId: number): Promise<void> {
  await tx.$executeRaw`DELETE FROM draft WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM scheduled_message WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM reminder WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM alert_word WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM muted_user WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM sent_local_id WHERE organization_id = ${organizationId} AND sender_id = ${userId}`;
}

const PORTION = 5_000;

/** Some of the flags of the user: stars, mentions, what is unread. Returns whether there may be more. */
export async function deleteSomeFlags(tx: Tx, organizationId: number, userId: number): Promise<boolean> {
  const deleted = await tx.$executeRaw`
    DELETE FROM message_flag f WHERE f.organization_id = ${organizationId} AND f.user_id = ${userId} AND f.message_id = ANY (ARRAY(
      SELECT r.message_id FROM message_flag r WHERE r.organization_id = ${organizationId} AND r.user_id = ${userId} LIMIT ${PORTION}))`;
  return deleted >= PORTION;
}

const idRow = z.object({ id: dbInt });

/** The oldest messages that the user sent. */
export async function oldestMessagesOf(reader: SqlReader, organizationId: number, userId: number, most: number): Promise<number[]> {
  const found = await rows(
    reader,
    idRow,
    Prisma.sql`SELECT id FROM message WHERE organization_id IS NOT DISTINCT FROM ${organizationId} AND sender_id = ${userId} ORDER BY sender_id, id LIMIT ${most}`,
  );
  return found.map(({ id }) => id);
}

/** Uploads of the user that no message links. */
export async function unlinkedUploadsOf(reader: SqlReader, organizationId: number, userId: number, most: number): Promise<number[]> {
  const found = await rows(
    reader,
    idRow,
    Prisma.sql`
    SELECT a.id FROM attachment a WHERE a.organization_id = ${organizationId} AND a.owner_id = ${userId} AND a.unclaimed_since IS NOT NULL
    ORDER BY a.id LIMIT ${most}`,
  );
  return found.map(({ id }) => id);
}
