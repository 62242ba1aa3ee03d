import { readable, readViewer, usersOf, type Viewer } from '@parley/access';
import type { AttachmentChange, AttachmentObject } from '@parley/contracts/messaging';
import { Prisma, type Reader, type Tx } from '@parley/persistence';

const MAX_ATTACHMENTS = 10_000;
const MAX_MESSAGES = 1_000;

/** `a` is a row of attachment. Messages that the owner may not read are left out. */
export function attachmentJson(
  owner: Viewer,
  newMessage: Prisma.Sql = Prisma.sql`SELECT NULL::bigint, NULL::timestamptz WHERE false`,
): Prisma.Sql {
  return Prisma.sql`jsonb_build_object('id', a.id, 'name', a.name, 'path_id', a.path_id, 'size', a.size,
    'create_time', ${milliseconds(Prisma.sql`a.created_at`)},
    'messages', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', linking.id, 'date_sent', ${milliseconds(Prisma.sql`linking.sent_at`)})
        ORDER BY linking.id), '[]')
      FROM (SELECT * FROM (
          SELECT m.id, m.sent_at FROM attachment_message l JOIN message m ON m.id = l.message_id AND m.organization_id = ${owner.organizationId}
          WHERE l.attachment_id = a.id AND ${readable(owner)} UNION ALL ${newMessage}) AS every
        ORDER BY id DESC LIMIT ${MAX_MESSAGES}) AS linking))`;
}

function milliseconds(at: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`floor(extract(epoch FROM ${at}) * 1000)::bigint`;
}

/** The attachments of one owner, by id; if `ids` is given, only these. */
export async function attachmentObjects(reader: Reader, owner: Viewer, ids?: readonly number[]): Promise<AttachmentObject[]> {
  const isAsked = ids === undefined ? Prisma.sql`true` : Prisma.sql`a.id = ANY (${[...ids]}::int[])`;
  const rows = await reader.$queryRaw<{ attachment: AttachmentObject }[]>(Prisma.sql`
    SELECT ${attachmentJson(owner)} AS attachment FROM (
      SELECT * FROM attachment a WHERE a.organization_id = ${owner.organizationId} AND a.owner_id = ${owner.userId} AND ${isAsked}
      ORDER BY a.id DESC LIMIT ${MAX_ATTACHMENTS}) AS a
    ORDER BY a.id`);
  return rows.map((row) => row.attachment);
}

/** The current objects of the attachments, as their owners see them. */
export async function attachmentUpdates(tx: Tx, organizationId: number, ids: readonly number[]): Promise<AttachmentChange[]> {
  const rows = await tx.attachment.findMany({ where: { organizationId, id: { in: [...ids] } }, select: { ownerId: true } });
  const owners = await usersOf(tx, organizationId, [...new Set(rows.map((row) => row.ownerId))]);
  const changes: AttachmentChange[] = [];
  for (const { id, role } of owners) {
    const owner = await readViewer(tx, { organizationId, userId: id, role });
    for (const attachment of await attachmentObjects(tx, owner, ids)) changes.push({ op: 'update', ownerId: id, attachment });
  }
  return changes;
}

/** The bytes of all attachments of the organization. */
export async function uploadSpaceUsed(reader: Reader, organizationId: number): Promise<number> {
  const usage = await reader.uploadUsage.findUnique({ where: { organizationId } });
  return Number(usage?.bytes ?? 0);
}
