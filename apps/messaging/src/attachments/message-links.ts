import { type Viewer } from '@parley/access';
import { type AttachmentObject, attachmentsChanged } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { Prisma, type Tx } from '@parley/persistence';
import { attachmentObjects, attachmentUpdates, uploadSpaceUsed } from './attachment-objects.js';
import { accessibleUpload } from './upload-access.js';

/**
 * After an edit, the message links the uploads of `paths` (markdown's attachmentPaths) that the editor may read or that it already linked.
 * Logs this for the owners. Returns the editor's own uploads that no message links any more (`detached_uploads`).
 */
export async function relinkMessage(
  tx: Tx,
  log: ChangeLog,
  editor: Viewer,
  { messageId, paths }: { readonly messageId: number; readonly paths: readonly string[] },
): Promise<AttachmentObject[]> {
  const { organizationId } = editor;
  const linkedBefore = await tx.$queryRaw<{ id: number; pathId: string }[]>`
    SELECT a.id, a.path_id AS "pathId" FROM attachment_message l JOIN attachment a ON a.id = l.attachment_id
    WHERE l.message_id = ${messageId} AND l.organization_id = ${organizationId}`;
  if (linkedBefore.length === 0 && paths.length === 0) return [];
  const removed = linkedBefore.filter(({ pathId }) => !paths.includes(pathId)).map(({ id }) => id);
  const detached = await unlink(tx, organizationId, Prisma.sql`l.message_id = ${messageId} AND l.attachment_id = ANY (${removed}::int[])`);
  const added = await link(tx, editor, messageId, paths);
  await logForOwners(tx, log, organizationId, [...removed, ...added]);
  return attachmentObjects(tx, editor, detached);
}

/**
 * Removes the links of messages that are being deleted, and logs this for the owners of the uploads. Takes at most as many ids as one
 * change deletes.
 */
export async function unlinkMessages(tx: Tx, log: ChangeLog, organizationId: number, messageIds: readonly number[]): Promise<void> {
  const affected = await tx.attachmentMessage.findMany({
    where: { organizationId, messageId: { in: messageIds.map(BigInt) } },
    select: { attachmentId: true },
    distinct: ['attachmentId'],
  });
  if (affected.length === 0) return;
  await unlink(tx, organizationId, Prisma.sql`l.message_id = ANY (${[...messageIds]}::bigint[])`);
  const ids = affected.map(({ attachmentId }) => attachmentId);
  await logForOwners(tx, log, organizationId, ids);
}

/** `links` is a condition on rows `l` of attachment_message. Returns the attachments that no message links any more. */
async function unlink(tx: Tx, organizationId: number, links: Prisma.Sql): Promise<number[]> {
  const cut = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    DELETE FROM attachment_message l WHERE l.organization_id = ${organizationId} AND ${links} RETURNING l.attachment_id AS id`);
  const unclaimed = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    UPDATE attachment a SET unclaimed_since = now()
    WHERE a.organization_id = ${organizationId} AND a.id = ANY (${cut.map(({ id }) => id)}::int[])
      AND NOT EXISTS (SELECT FROM attachment_message l WHERE l.attachment_id = a.id)
    RETURNING a.id`);
  return unclaimed.map(({ id }) => id);
}

async function link(tx: Tx, editor: Viewer, messageId: number, paths: readonly string[]): Promise<number[]> {
  if (paths.length === 0) return [];
  const { organizationId } = editor;
  const linked = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    INSERT INTO attachment_message (attachment_id, message_id, organization_id)
    SELECT a.id, ${messageId}, ${organizationId} FROM attachment a
    WHERE a.organization_id = ${organizationId} AND a.path_id = ANY (${[...paths]}::text[]) AND ${accessibleUpload(editor)}
    ON CONFLICT DO NOTHING
    RETURNING attachment_id AS id`);
  const ids = linked.map(({ id }) => id);
  await tx.attachment.updateMany({ where: { organizationId, id: { in: ids } }, data: { unclaimedSince: null } });
  return ids;
}

async function logForOwners(tx: Tx, log: ChangeLog, organizationId: number, ids: readonly number[]): Promise<void> {
  const changes = await attachmentUpdates(tx, organizationId, ids);
  if (changes.length > 0) log.append(attachmentsChanged, { changes, uploadSpaceUsed: await uploadSpaceUsed(tx, organizationId) });
}
