import { arrivesUnread, isSubscribed, openSpan, rowSaysUnread, stayedUnread, type Viewer } from '@parley/access';
import { Prisma } from '@parley/persistence';

/** Maximum number of unread messages in a registration; the newest are kept. */
export const MAX_UNREAD = 50_000;

/** Where to search for unread messages: everywhere, in one channel, in one topic of it, or among the messages of one sender. */
export type UnreadScope =
  | { readonly in: 'everything' }
  | { readonly in: 'channel'; readonly channelId: number }
  | { readonly in: 'topic'; readonly channelId: number; readonly topicId: number }
  | { readonly in: 'from-sender'; readonly senderId: number };

// Everything is in the index message_channel or message_conversation. Another column would read the row of each unread message.
const IN_CHANNEL = Prisma.sql`m.id, m.channel_id, m.topic_id, NULL::bigint AS conversation_id, m.sender_id, m.attrs`;
const IN_CONVERSATION = Prisma.sql`m.id, NULL::int AS channel_id, NULL::bigint AS topic_id, m.conversation_id, m.sender_id, m.attrs`;

/**
 * The viewer's newest unread messages: `id, channel_id, topic_id, conversation_id, attrs, flags`. Only reads messages after the watermarks,
 * per channel and conversation, and rows that are marked as unread, above an id. Messages received before the user left a channel and
 * rejoined are read.
 *
 * The rows of flags are excluded with NOT IN, which PostgreSQL looks up in a hash table. It expects few unread messages, and with NOT EXISTS it
 * compared each of 25,000 with each row of flags.
 */
export function unreadMessages(viewer: Viewer, scope: UnreadScope, limit = MAX_UNREAD, aboveId = 0): Prisma.Sql {
  const { userId, organizationId } = viewer;
  const columns = Prisma.sql`m.id, m.channel_id, m.topic_id, m.conversation_id, m.sender_id, m.attrs`;
  const inScope = scopeCondition(scope);
  const spanScope = 'channelId' in scope ? Prisma.sql`s.channel_id = ${scope.channelId}` : Prisma.sql`true`;
  return Prisma.sql`
    WITH behind_in AS (
      SELECT s.channel_id, greatest(s.after_id, coalesce(r.read_id, 0), ${aboveId}::bigint) AS base
      FROM subscription_span s LEFT JOIN channel_read r
        ON r.organization_id = ${organizationId} AND r.user_id = s.user_id AND r.channel_id = s.channel_id
      WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId} AND s.until_id = ${openSpan}
    ), behind AS (
      SELECT m.* FROM behind_in s CROSS JOIN LATERAL (
        SELECT ${IN_CHANNEL} FROM message m
        WHERE m.channel_id = s.channel_id AND m.origin_channel_id IS NULL AND m.id > s.base AND ${inScope}
        ORDER BY m.id DESC LIMIT ${limit}) AS m
      WHERE ${spanScope}
      UNION ALL
      SELECT ${columns} FROM behind_in s JOIN message m ON m.origin_channel_id = s.channel_id AND m.id > s.base
      WHERE ${stayedUnread(viewer)} AND ${inScope}
      ${'channelId' in scope ? Prisma.empty : unreadInConversations(viewer, inScope, limit, aboveId)}
    )
    SELECT id, channel_id, topic_id, conversation_id, attrs, flags FROM (
      SELECT m.*, 0::smallint AS flags FROM behind m
      WHERE ${arrivesUnread(viewer)} AND m.id NOT IN (SELECT f.message_id FROM message_flag f
        WHERE f.organization_id = ${organizationId} AND f.user_id = ${userId} AND f.message_id > ${aboveId}::bigint)
      UNION ALL
      SELECT ${columns}, f.flags FROM message_flag f JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = f.message_id
      WHERE f.organization_id = ${organizationId} AND f.user_id = ${userId} AND ${rowSaysUnread} AND f.message_id > ${aboveId}::bigint
        AND (m.conversation_id IS NOT NULL OR ${isSubscribed(viewer)}) AND ${inScope}
    ) AS unread
    ORDER BY id DESC LIMIT ${limit}`;
}

/** Whether `m` is in the scope. */
export function scopeCondition(scope: UnreadScope): Prisma.Sql {
  switch (scope.in) {
    case 'everything':
      return Prisma.sql`true`;
    case 'channel':
      return Prisma.sql`m.channel_id = ${scope.channelId}`;
    case 'topic':
      return Prisma.sql`m.channel_id = ${scope.channelId} AND m.topic_id = ${scope.topicId}`;
    case 'from-sender':
      return Prisma.sql`m.sender_id = ${scope.senderId}`;
  }
}

function unreadInConversations({ userId, organizationId }: Viewer, inScope: Prisma.Sql, limit: number, aboveId: number): Prisma.Sql {
  return Prisma.sql`
      UNION ALL
      SELECT m.* FROM conversation_participant p
      JOIN conversation v ON v.organization_id = ${organizationId} AND v.id = p.conversation_id AND v.last_message_id > p.read_id
      CROSS JOIN LATERAL (
        SELECT ${IN_CONVERSATION} FROM message m WHERE m.conversation_id = p.conversation_id AND m.id > greatest(p.read_id, ${aboveId}::bigint) AND ${inScope} ORDER BY m.id DESC LIMIT ${limit}) AS m
      WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId}`;
}
