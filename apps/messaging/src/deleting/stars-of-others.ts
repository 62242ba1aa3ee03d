import { FLAG_BITS } from '@parley/contracts';
import { Prisma, type Tx } from '@parley/persistence';
import type { WatchedMessages } from '../channel-history/channel-watchers.js';

interface Star {
  readonly userId: number;
  readonly messageId: number;
  readonly isSubscribed: boolean;
}

/** The stars of users who may no longer read the messages. Their clients are not notified of the deletion, only that the stars are gone. */
export async function starsOfOthers(
  tx: Tx,
  organizationId: number,
  messageIds: readonly number[],
  watched: readonly WatchedMessages[],
): Promise<{ readonly userId: number; readonly messages: readonly number[] }[]> {
  const stars = await tx.$queryRaw<Star[]>(Prisma.sql`
    SELECT f.user_id AS "userId", m.id::float8 AS "messageId",
      EXISTS (SELECT FROM subscription b WHERE b.user_id = f.user_id AND b.channel_id = m.channel_id AND b.active) AS "isSubscribed"
    FROM message_flag f JOIN message m ON m.id = f.message_id
    WHERE f.organization_id = ${organizationId} AND f.message_id = ANY (${[...messageIds]}::bigint[]) AND f.flags & ${FLAG_BITS.starred}::int <> 0
    ORDER BY f.user_id, m.id`);
  const byUser = new Map<number, number[]>();
  for (const star of stars.filter((each) => !watched.some((group) => isAmong(group, each)))) {
    byUser.set(star.userId, [...(byUser.get(star.userId) ?? []), star.messageId]);
  }
  return [...byUser].map(([userId, messages]) => ({ userId, messages }));
}

function isAmong({ messageIds, channelId, userIds, exceptIds }: WatchedMessages, { userId, messageId, isSubscribed }: Star): boolean {
  if (!messageIds.includes(messageId)) return false;
  return userIds.includes(userId) || (channelId !== null && isSubscribed && !exceptIds.includes(userId));
}
