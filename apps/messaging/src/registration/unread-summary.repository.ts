import { openSpan, type Viewer } from '@parley/access';
import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import { dbInt, PREPARED, Prisma, rows, type Select, type SqlReader, select } from '@parley/persistence';
import { z } from 'zod';
import { muted } from '../reading/narrow-filter.sql.js';
import { MAX_UNREAD, unreadMessages } from '../unread/unread-messages.sql.js';

/**
 * The unread messages of one topic or conversation. A registration has up to 50,000 ids in these lists, which PostgreSQL made of ids: they
 * are checked to be lists, but not one by one.
 */
const ids = z.custom<number[]>((value) => Array.isArray(value));
const groupRow = z.object({
  ids,
  mentions: ids.nullable(),
  wildcards: ids.nullable(),
  channelId: dbInt.nullable(),
  topic: z.string().nullable(),
  participantIds: z.array(dbInt).nullable(),
  isMuted: z.boolean(),
});
export type UnreadGroup = z.infer<typeof groupRow>;

/** The viewer's unread messages above an id, by topic and conversation. */
export function unreadGroups(reader: SqlReader, viewer: Viewer, aboveId: number): Promise<UnreadGroup[]> {
  return rows(reader, groupRow, groupsSql(viewer, aboveId));
}

const boundsRow = z.object({ newest: dbInt, oldest: dbInt.nullable() });
export type UnreadBounds = Readonly<z.output<typeof boundsRow>>;

/** The newest message of the organization, and the oldest id up to which the user has read something. */
export function selectUnreadBounds(caller: Pick<Viewer, 'userId' | 'organizationId'>): Select<typeof boundsRow> {
  const { userId, organizationId } = caller;
  return select(
    boundsRow,
    Prisma.sql`
    SELECT c.last_message_id AS newest, least((
        SELECT min(greatest(s.after_id, coalesce(r.read_id, 0))) FROM subscription_span s
        LEFT JOIN channel_read r ON r.organization_id = ${organizationId} AND r.user_id = s.user_id AND r.channel_id = s.channel_id
        WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId} AND s.until_id = ${openSpan}), (
        SELECT min(p.read_id) FROM conversation_participant p JOIN conversation v
          ON v.organization_id = ${organizationId} AND v.id = p.conversation_id AND v.last_message_id > p.read_id
        WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId})) AS oldest
    FROM organization_counter c WHERE c.organization_id = ${organizationId}`,
  );
}

/** Groups in SQL, so that it returns one row per topic and conversation. Prepared, because planning costs many times what running does. */
function groupsSql(viewer: Viewer, aboveId: number): Prisma.Sql {
  const isMentioned = Prisma.sql`flags & ${FLAG_BITS.mentioned} <> 0`;
  const isWildcard = Prisma.sql`(flags & ${FLAG_BITS.topicWildcard} <> 0
    OR (attrs & ${MESSAGE_ATTRS.channelWildcard} <> 0 AND flags & ${FLAG_BITS.historical} = 0))`;
  return Prisma.sql`
    ${PREPARED} WITH unread AS (${unreadMessages(viewer, { in: 'everything' }, MAX_UNREAD, aboveId)}),
    grouped AS (
      SELECT channel_id, topic_id, conversation_id, max(id) AS newest_id, json_agg(id ORDER BY id) AS ids,
        json_agg(id ORDER BY id) FILTER (WHERE ${isMentioned}) AS mentions,
        json_agg(id ORDER BY id) FILTER (WHERE ${isWildcard} AND NOT ${isMentioned}) AS wildcards
      FROM unread GROUP BY channel_id, topic_id, conversation_id
    )
    SELECT g.ids, g.mentions, g.wildcards, m.channel_id::int AS "channelId", m.topic::text AS topic, ${muted(viewer)} AS "isMuted",
      CASE WHEN g.conversation_id IS NOT NULL THEN
        (SELECT array_agg(p.user_id::int ORDER BY p.user_id) FROM conversation_participant p
          WHERE p.organization_id = ${viewer.organizationId} AND p.conversation_id = g.conversation_id)
      END AS "participantIds"
    FROM grouped g JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND m.id = g.newest_id`;
}
