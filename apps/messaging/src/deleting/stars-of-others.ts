import { type Tx } from '@parley/persistence';
import type { WatchedMessages } from '../channel-history/channel-watchers.js';
import { readStars, type Star } from './deleting.repository.js';

/** The stars of users who may no longer read the messages. Their clients are not notified of the deletion, only that the stars are gone. */
export async function starsOfOthers(
  tx: Tx,
  organizationId: number,
  messageIds: readonly number[],
  watched: readonly WatchedMessages[],
): Promise<{ readonly userId: number; readonly messages: readonly number[] }[]> {
  const stars = await readStars(tx, organizationId, messageIds);
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
