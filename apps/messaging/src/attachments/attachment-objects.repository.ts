import { readViewer, usersOf, type Viewer } from '@parley/access';
import { type AttachmentChange, type AttachmentObject, attachmentObject } from '@parley/contracts/messaging';
import { Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { attachmentJson } from './attachment-json.sql.js';

const attachmentRow = z.object({ attachment: attachmentObject });

const MAX_ATTACHMENTS = 10_000;

/** The attachments of one owner, by id; if `ids` is given, only these. */
export async function attachmentObjects(reader: SqlReader, viewer: Viewer, ids?: readonly number[]): Promise<AttachmentObject[]> {
  const isAsked = ids === undefined ? Prisma.sql`true` : Prisma.sql`a.id = ANY (${[...ids]}::int[])`;
  const found = await rows(
    reader,
    attachmentRow,
    Prisma.sql`
    SELECT ${attachmentJson(viewer)} AS attachment FROM (
      SELECT * FROM attachment a WHERE a.organization_id = ${viewer.organizationId} AND a.owner_id = ${viewer.userId} AND ${isAsked}
      ORDER BY a.id DESC LIMIT ${MAX_ATTACHMENTS}) AS a
    ORDER BY a.id`,
  );
  return found.map(({ attachment }) => attachment);
}

/** The current objects of the attachments, as their owners see them. */
export async function attachmentUpdates(tx: Tx, organizationId: number, ids: readonly number[]): Promise<AttachmentChange[]> {
  const owned = await tx.attachment.findMany({ where: { organizationId, id: { in: [...ids] } }, select: { ownerId: true } });
  const owners = await usersOf(tx, organizationId, [...new Set(owned.map(({ ownerId }) => ownerId))]);
  const changes: AttachmentChange[] = [];
  for (const { id, role } of owners) {
    const owner = await readViewer(tx, { organizationId, userId: id, role });
    for (const attachment of await attachmentObjects(tx, owner, ids)) changes.push({ op: 'update', ownerId: id, attachment });
  }
  return changes;
}
