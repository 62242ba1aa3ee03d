import { isWatching, unreadInChannels, visibleThroughSubscriptions, whereGuestsAreLimited } from '@parley/access';
import { type SubscriptionRemoved, subscriptionRemoved } from '@parley/contracts/channels';
import { messagesBecameRead, messagesBecameReadPayloads } from '@parley/contracts/messaging';
import { appendPeopleHidden, type ChangeLog } from '@parley/event-log';
import { type ChannelRecord, type Tx } from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';
import type { Principal } from './principals.js';
import { SubscriberLists } from './subscriber-lists.js';
import { type SubscriptionBatch, subscriptionBatches } from './subscription-batches.js';
import { endSubscriptions, markLeftChannelsRead, pinMovedUnread } from './subscriptions.repository.js';

export interface SubscriptionsToRemove {
  readonly organizationId: number;
  /** Ordered by id. */
  readonly people: readonly Principal[];
  readonly channels: readonly ChannelRecord[];
  readonly addresses: OrganizationAddresses;
}

/**
 * Ends the subscriptions that each of the people has in the channels, marks their unread messages there as read, and logs both. Messages that
 * they received there and that were moved elsewhere keep their flags. Many people take two statements more than one; the number does not grow
 * with them or with the channels. Must run inside EventLog.change, because spans end at its newest message id. Returns the ids of the people who left, by channel.
 */
export async function removeSubscriptions(
  tx: Tx,
  log: ChangeLog,
  request: SubscriptionsToRemove,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { organizationId, people, channels } = request;
  const userIds = people.map((person) => person.id);
  const channelIds = channels.map((channel) => channel.id);
  const unread = await unreadInChannels(tx, organizationId, { channelIds, userIds });
  await pinMovedUnread(tx, organizationId, { userIds, channelIds });
  const byChannel = await endSubscriptions(tx, organizationId, { userIds, channelIds }, log.lastMessageId);
  if (byChannel.size === 0) return byChannel;
  await markLeftChannelsRead(tx, organizationId, { userIds, channelIds: [...byChannel.keys()] });
  // Loaded after the rows changed, so the lists contain only the remaining subscribers.
  const lists = await SubscriberLists.load(tx, organizationId, channels);
  const names = new Map(channels.map((channel) => [channel.id, channel.name]));
  for (const batch of subscriptionBatches(byChannel)) log.append(subscriptionRemoved, removedEvent(batch, people, names, lists));
  for (const payload of messagesBecameReadPayloads(unread)) log.append(messagesBecameRead, payload);
  await logHiddenUsers(tx, log, request, byChannel);
  return byChannel;
}

async function logHiddenUsers(
  tx: Tx,
  log: ChangeLog,
  { organizationId, addresses }: SubscriptionsToRemove,
  byChannel: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const stringId = await whereGuestsAreLimited(tx, organizationId);
  if (stringId === undefined) return;
  const ended = [...byChannel].flatMap(([channelId, userIds]) => userIds.map((userId) => ({ userId, channelId })));
  await appendPeopleHidden(
    tx,
    log,
    organizationId,
    await visibleThroughSubscriptions(tx, organizationId, ended),
    addresses.mailDomain(stringId),
  );
}

function removedEvent(
  { userIds, channelIds }: SubscriptionBatch,
  people: readonly Principal[],
  names: ReadonlyMap<number, string>,
  lists: SubscriberLists,
): SubscriptionRemoved {
  const left = new Set(userIds);
  const leavers = people.filter((person) => left.has(person.id));
  return {
    userIds: [...userIds],
    channels: channelIds.map((channelId) => {
      const peers = lists.peers(channelId, leavers);
      const lostAccess = leavers.filter((person) => !isWatching(peers.watchers, person)).map((person) => person.id);
      return { channelId, name: names.get(channelId) ?? '', lostAccess, peers };
    }),
  };
}
