import type { MessagesRead } from '@parley/contracts/messaging';
import { Prisma, rows, type SqlReader } from '@parley/persistence';
import { arrivesUnread, OPEN_SPAN, rowSaysUnread, unreadWithoutRow } from './message-visibility.sql.js';
import { aboveWatermarks, unreadByRow } from './unread-above-watermarks.js';
import { grouped, groupRow, MAX_MESSAGES, messageFilter, people, type UnreadQuery } from './unread-in-channels.sql.js';
import { unreadOfFew } from './unread-of-few.js';

/** With at most this many users, or messages, the pairs are not counted first. */
const FEW = 20;
/** Up to this many pairs of user and message, every pair is checked. A pair takes some microseconds, while the counter row is locked. */
const MAX_PAIRS = 100_000;

/**
 * The messages that subscribers of the channels have unread there, grouped by users with the same unread messages. If there are too many pairs of
 * user and message, the result is all messages above each user's watermark, including those that the user read one by one. In both cases it
 * contains only the newest messages of a channel, if there are more than MAX_MESSAGES. Call it inside a change, before the rows change.
 */
export async function unreadInChannels(reader: SqlReader, organizationId: number, query: UnreadQuery): Promise<MessagesRead[]> {
  const { channelIds, userIds, messageIds } = query;
  if (messageIds !== undefined && messageIds.length <= FEW) return unreadOfEach(reader, organizationId, query);
  if (userIds !== undefined && userIds.length <= FEW && messageIds === undefined) {
    const limit = limitFor(userIds.length * channelIds.length);
    const { unread, isCut } = await unreadOfFew(reader, organizationId, { channelIds, userIds, limit });
    if (!isCut || limit === MAX_MESSAGES) return unread;
  }
  const above = await aboveWatermarks(reader, organizationId, query);
  if (arePairsFew(above)) return unreadOfEach(reader, organizationId, query);
  return [...above, ...(await unreadByRow(reader, organizationId, query))];
}

/** Of each subscription. All of them together read at most MAX_PAIRS messages, or one each. */
function limitFor(subscriptions: number): number {
  return Math.min(MAX_MESSAGES, Math.max(1, Math.floor(MAX_PAIRS / subscriptions)));
}

/** A group with MAX_MESSAGES may have more, so its pairs are not counted. */
function arePairsFew(above: readonly MessagesRead[]): boolean {
  const pairs = above.reduce((sum, group) => sum + group.userIds.length * group.messageIds.length, 0);
  return pairs <= MAX_PAIRS && above.every(({ messageIds }) => messageIds.length < MAX_MESSAGES);
}

/** Reads, for each person, the messages above their watermark and the rows that say unread. */
async function unreadOfEach(reader: SqlReader, organizationId: number, query: UnreadQuery): Promise<MessagesRead[]> {
  const person = { organizationId, userId: Prisma.sql`p.user_id` };
  const isRequested = messageFilter(query);
  const hasNoRow = Prisma.sql`NOT EXISTS (SELECT FROM message_flag f
    WHERE f.organization_id = ${organizationId} AND f.user_id = p.user_id AND f.message_id = m.id)`;
  return rows(
    reader,
    groupRow,
    Prisma.sql`
    WITH person AS (${people(organizationId, query)}
    ), unread AS (
      SELECT p.user_id, m.id
      FROM person p
      JOIN subscription_span s
        ON s.organization_id = ${organizationId} AND s.user_id = p.user_id AND s.channel_id = p.channel_id AND s.until_id = ${OPEN_SPAN}
      LEFT JOIN channel_read r ON r.organization_id = ${organizationId} AND r.user_id = p.user_id AND r.channel_id = p.channel_id
      JOIN message m ON m.channel_id = p.channel_id AND m.origin_channel_id IS NULL AND m.id > greatest(s.after_id, coalesce(r.read_id, 0)) ${isRequested}
      WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND ${arrivesUnread(person)} AND ${hasNoRow}
      UNION ALL
      SELECT p.user_id, m.id
      FROM person p JOIN message m ON m.channel_id = p.channel_id AND m.origin_channel_id IS NOT NULL ${isRequested}
      WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND ${unreadWithoutRow(person)} AND ${hasNoRow}
      UNION ALL
      SELECT p.user_id, m.id
      FROM person p
      JOIN message_flag f ON f.organization_id = ${organizationId} AND f.user_id = p.user_id AND ${rowSaysUnread}
      JOIN message m ON m.id = f.message_id AND m.channel_id = p.channel_id ${isRequested}
      WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId}
    )
    ${grouped(Prisma.sql`unread`)}`,
  );
}
