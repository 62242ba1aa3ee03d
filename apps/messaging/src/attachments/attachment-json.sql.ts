import { readable, type Viewer } from '@parley/access';
import { Prisma } from '@parley/persistence';

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
          SELECT m.id, m.sent_at FROM attachment_message l JOIN message m ON m.id = l.message_id AND m.organization_id IS NOT DISTINCT FROM ${owner.organizationId}
          WHERE l.organization_id = ${owner.organizationId} AND l.attachment_id = a.id
            AND ${readable(owner)} UNION ALL ${newMessage}) AS every
        ORDER BY id DESC LIMIT ${MAX_MESSAGES}) AS linking))`;
}

function milliseconds(at: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`floor(extract(epoch FROM ${at}) * 1000)::bigint`;
}
