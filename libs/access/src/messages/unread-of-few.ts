import type { MessagesRead } from '@parley/contracts/messaging';
import { onlyRow, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import { arrivesUnread, OPEN_SPAN, rowSaysUnread, unreadWithoutRow } from './message-visibility.sql.js';
import { people } from './unread-in-channels.sql.js';

/** The subscriptions of these users to these channels. */
export interface FewSubscriptions {
  readonly channelIds: readonly number[];
  readonly userIds: readonly number[];
  /** Maximum number of messages for each subscription: of the newest received ones, of those moved in, and of those marked as unread. */
  readonly limit: number;
}

export interface UnreadOfFew {
  readonly unread: MessagesRead[];
  /** Whether a subscription reached the limit, so there may be older unread messages. */
  readonly isCut: boolean;
}

/** As JSON, because 50,000 bigints of an array cost many times as much to read. */
const row = z.object({ unread: z.array(z.object({ userIds: z.array(z.int()), messageIds: z.array(z.int()) })), isCut: z.boolean() });

/** Reads, for each subscription, the newest messages above its watermark and the rows that say unread. One statement. */
export function unreadOfFew(
  reader: SqlReader,
  organizationId: number,
  { limit, ...subscriptions }: FewSubscriptions,
): Promise<UnreadOfFew> {
  const person = { organizationId, userId: Prisma.sql`m.user_id` };
  const hasNoRow = Prisma.sql`NOT EXISTS (SELECT FROM message_flag f
    WHERE f.organization_id = ${organizationId} AND f.user_id = m.user_id AND f.message_id = m.id)`;
  const columns = Prisma.sql`m.id, m.channel_id, m.conversation_id, m.origin_channel_id, m.moved_at_id, m.sender_id, m.attrs`;
  return onlyRow(
    reader,
    row,
    Prisma.sql`
    WITH person AS (${people(organizationId, subscriptions)}
    ), pair AS MATERIALIZED (
      SELECT p.user_id, p.channel_id, greatest(s.after_id, coalesce(r.read_id, 0)) AS above_id
      FROM person p
      JOIN subscription_span s ON s.organization_id = ${organizationId} AND s.user_id = p.user_id AND s.channel_id = p.channel_id AND s.until_id = ${OPEN_SPAN}
      LEFT JOIN channel_read r ON r.organization_id = ${organizationId} AND r.user_id = p.user_id AND r.channel_id = p.channel_id
    ), received AS MATERIALIZED (
      SELECT pair.user_id, m.* FROM pair CROSS JOIN LATERAL (
        SELECT m.id, m.channel_id, m.sender_id, m.attrs FROM message m
        WHERE m.channel_id = pair.channel_id AND m.origin_channel_id IS NULL AND m.id > pair.above_id
        ORDER BY m.id DESC LIMIT ${limit}) AS m
    ), moved_in AS MATERIALIZED (
      SELECT pair.user_id, m.* FROM pair CROSS JOIN LATERAL (
        SELECT ${columns} FROM message m
        WHERE m.channel_id = pair.channel_id AND m.origin_channel_id IS NOT NULL
        ORDER BY m.id DESC LIMIT ${limit}) AS m
    ), marked AS MATERIALIZED (
      SELECT pair.user_id, m.* FROM pair CROSS JOIN LATERAL (
        SELECT m.id, m.channel_id FROM message_flag f JOIN message m
          ON m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = f.message_id AND m.channel_id = pair.channel_id
        WHERE f.organization_id = ${organizationId} AND f.user_id = pair.user_id AND ${rowSaysUnread}
        ORDER BY f.message_id DESC LIMIT ${limit}) AS m
    ), each_person AS (
      SELECT user_id, array_agg(id ORDER BY id) AS ids FROM (
        SELECT m.user_id, m.id FROM received m WHERE ${arrivesUnread(person)} AND ${hasNoRow}
        UNION ALL
        SELECT m.user_id, m.id FROM moved_in m WHERE ${unreadWithoutRow(person)} AND ${hasNoRow}
        UNION ALL
        SELECT m.user_id, m.id FROM marked m
      ) AS unread GROUP BY user_id
    ), same AS (
      SELECT array_agg(user_id ORDER BY user_id) AS user_ids, ids FROM each_person GROUP BY ids
    )
    SELECT coalesce((SELECT json_agg(json_build_object('userIds', user_ids, 'messageIds', ids) ORDER BY user_ids) FROM same), '[]') AS unread,
      EXISTS (
        SELECT FROM (
          SELECT user_id, channel_id, 1 AS source FROM received UNION ALL SELECT user_id, channel_id, 2 FROM moved_in
          UNION ALL SELECT user_id, channel_id, 3 FROM marked
        ) AS looked_at GROUP BY user_id, channel_id, source HAVING count(*) >= ${limit}) AS "isCut"`,
  );
}
