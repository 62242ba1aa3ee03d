import type { MessagesRead } from '@parley/contracts';
import type { Reader } from '../database.js';
import { Prisma } from '../generated/client.js';
import { arrivesUnread, OPEN_SPAN, unreadWithoutRow } from '../message-visibility.js';

/** The subscribers, channels and messages that `unreadInChannels` reads. Optional filters that are absent select all. */
export interface UnreadQuestion {
  readonly channelIds: readonly number[];
  readonly userIds?: readonly number[];
  readonly messageIds?: readonly number[];
  /** Excludes users who are subscribed to this channel. */
  readonly notSubscribedTo?: number;
}

/**
 * The messages that subscribers of the channels have unread there, grouped by users with the same unread messages. Reads the messages
 * above each user's watermark and the rows that mark one as unread. Call it inside a change, before the rows change.
 */
export async function unreadInChannels(reader: Reader, organizationId: number, question: UnreadQuestion): Promise<MessagesRead[]> {
  const { channelIds, userIds, messageIds, notSubscribedTo } = question;
  const person = { userId: Prisma.sql`p.user_id` };
  const inQuestion = messageIds === undefined ? Prisma.empty : Prisma.sql`AND m.id = ANY (${[...messageIds]}::bigint[])`;
  const hasNoRow = Prisma.sql`NOT EXISTS (SELECT FROM message_flag f WHERE f.user_id = p.user_id AND f.message_id = m.id)`;
  const rows = await reader.$queryRaw<{ userIds: number[]; messageIds: bigint[] }[]>(Prisma.sql`
    WITH person AS (
      SELECT b.user_id, b.channel_id FROM subscription b
      WHERE b.organization_id = ${organizationId} AND b.channel_id = ANY (${[...channelIds]}::int[]) AND b.active
        ${userIds === undefined ? Prisma.empty : Prisma.sql`AND b.user_id = ANY (${[...userIds]}::int[])`}
        ${notSubscribedTo === undefined ? Prisma.empty : isNotSubscribed(notSubscribedTo)}
    ), unread AS (
      SELECT p.user_id, m.id
      FROM person p
      JOIN subscription_span s ON s.user_id = p.user_id AND s.channel_id = p.channel_id AND s.until_id = ${OPEN_SPAN}
      LEFT JOIN channel_read r ON r.user_id = p.user_id AND r.channel_id = p.channel_id
      JOIN message m ON m.channel_id = p.channel_id AND m.origin_channel_id IS NULL AND m.id > greatest(s.after_id, coalesce(r.read_id, 0)) ${inQuestion}
      WHERE m.organization_id = ${organizationId} AND ${arrivesUnread(person)} AND ${hasNoRow}
      UNION ALL
      SELECT p.user_id, m.id
      FROM person p JOIN message m ON m.channel_id = p.channel_id AND m.origin_channel_id IS NOT NULL ${inQuestion}
      WHERE m.organization_id = ${organizationId} AND ${unreadWithoutRow(person)} AND ${hasNoRow}
      UNION ALL
      SELECT p.user_id, m.id
      FROM person p
      JOIN message_flag f ON f.user_id = p.user_id AND f.flags & 1 = 0
      JOIN message m ON m.id = f.message_id AND m.channel_id = p.channel_id ${inQuestion}
      WHERE m.organization_id = ${organizationId}
    )
    SELECT array_agg(user_id ORDER BY user_id) AS "userIds", ids AS "messageIds"
    FROM (SELECT user_id, array_agg(id ORDER BY id) AS ids FROM unread GROUP BY user_id) AS each_person
    GROUP BY ids ORDER BY min(user_id)`);
  return rows.map(({ userIds, messageIds }) => ({ userIds, messageIds: messageIds.map(Number) }));
}

function isNotSubscribed(channelId: number): Prisma.Sql {
  return Prisma.sql`AND NOT EXISTS (SELECT FROM subscription o WHERE o.user_id = b.user_id AND o.channel_id = ${channelId} AND o.active)`;
}
