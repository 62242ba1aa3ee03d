import type { Viewer } from '@parley/access';
import { dbInt, PREPARED, Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { accessibleUpload } from './upload-access.sql.js';

const idRow = z.object({ id: dbInt });

const linkedRow = z.object({ id: dbInt, pathId: z.string() });

/** The attachments that the message links. */
export function linkedBy(tx: Tx, organizationId: number, messageId: number): Promise<z.infer<typeof linkedRow>[]> {
  return rows(
    tx,
    linkedRow,
    Prisma.sql`
    ${PREPARED} SELECT a.id, a.path_id AS "pathId" FROM attachment_message l JOIN attachment a
      ON a.organization_id = ${organizationId} AND a.id = l.attachment_id
    WHERE l.message_id = ${messageId} AND l.organization_id = ${organizationId}`,
  );
}

/** The attachments that some of the messages link. */
export async function linkedByAny(tx: Tx, organizationId: number, messageIds: readonly number[]): Promise<number[]> {
  const affected = await tx.attachmentMessage.findMany({
    where: { organizationId, messageId: { in: messageIds.map(BigInt) } },
    select: { attachmentId: true },
    distinct: ['attachmentId'],
  });
  return affected.map(({ attachmentId }) => attachmentId);
}

/** Returns the attachments that no message links any more. */
export function unlinkFrom(tx: Tx, organizationId: number, messageId: number, attachmentIds: readonly number[]): Promise<number[]> {
  return unlink(tx, organizationId, Prisma.sql`l.message_id = ${messageId} AND l.attachment_id = ANY (${[...attachmentIds]}::int[])`);
}

export async function unlinkAll(tx: Tx, organizationId: number, messageIds: readonly number[]): Promise<void> {
  await unlink(tx, organizationId, Prisma.sql`l.message_id = ANY (${[...messageIds]}::bigint[])`);
}

/** `links` is a condition on rows `l` of attachment_message. Returns the attachments that no message links any more. */
async function unlink(tx: Tx, organizationId: number, links: Prisma.Sql): Promise<number[]> {
  const cut = await rows(
    tx,
    idRow,
    Prisma.sql`
    DELETE FROM attachment_message l WHERE l.organization_id = ${organizationId} AND ${links} RETURNING l.attachment_id AS id`,
  );
  const unclaimed = await rows(
    tx,
    idRow,
    Prisma.sql`
    UPDATE attachment a SET unclaimed_since = now()
    WHERE a.organization_id = ${organizationId} AND a.id = ANY (${cut.map(({ id }) => id)}::int[])
      AND NOT EXISTS (SELECT FROM attachment_message l WHERE l.organization_id = ${organizationId} AND l.attachment_id = a.id)
    RETURNING a.id`,
  );
  return unclaimed.map(({ id }) => id);
}

/** Links the uploads that the viewer may read, and returns those that were not linked. */
export async function linkUploads(tx: Tx, viewer: Viewer, messageId: number, paths: readonly string[]): Promise<number[]> {
  if (paths.length === 0) return [];
  const { organizationId } = viewer;
  const linked = await rows(
    tx,
    idRow,
    Prisma.sql`
    INSERT INTO attachment_message (attachment_id, message_id, organization_id)
    SELECT a.id, ${messageId}, ${organizationId} FROM attachment a
    WHERE a.organization_id = ${organizationId} AND a.path_id = ANY (${[...paths]}::text[]) AND ${accessibleUpload(viewer)}
    ON CONFLICT DO NOTHING
    RETURNING attachment_id AS id`,
  );
  const ids = linked.map(({ id }) => id);
  await tx.attachment.updateMany({ where: { organizationId, id: { in: ids } }, data: { unclaimedSince: null } });
  return ids;
}
