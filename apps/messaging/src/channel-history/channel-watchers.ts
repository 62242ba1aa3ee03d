import { type ChannelRecord, type Tx } from '@parley/persistence';
import { othersWithHistory, type PartialView, partialViews } from './channel-watchers.repository.js';

/** Some of the messages, and the users who may read exactly these of them. */
export interface WatchedMessages {
  /** Ascending. */
  readonly messageIds: readonly number[];
  /** The channel whose subscribers belong to the group; null if none do because of a subscription. */
  readonly channelId: number | null;
  readonly userIds: readonly number[];
  /** Subscribers who do not belong to the group. */
  readonly exceptIds: readonly number[];
}

/**
 * The audience of events about messages of a channel: subscribers, and users who received the messages or have flags on them and may still
 * read them (messageWatchersOf, for many messages). It is one group, except in a channel with protected history, where newer subscribers
 * see fewer messages. At most two statements.
 */
export async function channelWatchersOf(tx: Tx, channel: ChannelRecord, messageIds: readonly number[]): Promise<WatchedMessages[]> {
  const others = await othersWithHistory(tx, channel.organizationId, channel, messageIds);
  if (channel.historyPublicToSubscribers || channel.isWebPublic) {
    return [{ messageIds, channelId: channel.id, userIds: others, exceptIds: [] }];
  }
  const partial = await partialViews(tx, channel.organizationId, channel, others, messageIds);
  const limited = new Set(partial.map(({ userId }) => userId));
  const whole = {
    messageIds,
    channelId: channel.id,
    userIds: others.filter((id) => !limited.has(id)),
    exceptIds: partial.filter(({ isSubscribed }) => isSubscribed).map(({ userId }) => userId),
  };
  return [whole, ...grouped(partial)];
}

/** Groups users who may read the same messages. */
function grouped(partial: readonly PartialView[]): WatchedMessages[] {
  const groups = new Map<string, WatchedMessages & { readonly userIds: number[] }>();
  for (const { userId, ids } of partial.filter((view) => view.ids.length > 0)) {
    const group = groups.get(ids.join()) ?? { messageIds: ids, channelId: null, userIds: [], exceptIds: [] };
    group.userIds.push(userId);
    groups.set(ids.join(), group);
  }
  return [...groups.values()];
}
