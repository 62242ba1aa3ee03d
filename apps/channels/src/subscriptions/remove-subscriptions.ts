import { isWatching, metBySubscriptions, unreadInChannels, whereGuestsAreLimited } from '@parley/access';
import { type SubscriptionRemoved, subscriptionRemoved } from '@parley/contracts/channels';
import { messagesBecameRead, messagesBecameReadPayloads } from '@parley/contracts/messaging';
import { appendPeopleHidden, type ChangeLog } from '@parley/event-log';
import { type ChannelRecord, type Tx } from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';
import type { Principal } from './principals.js';
import { SubscriberLists } from './subscriber-lists.js';
import { type SubscriptionBatch, subscriptionBatches } from './subscription-batches.js';

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
  await tx.$executeRaw`SELECT pin_moved_unread(${organizationId}::int, ${userIds}::int[], ${channelIds}::int[])`;
  const byChannel = await store(tx, organizationId, userIds, channelIds, log.lastMessageId);
  if (byChannel.size === 0) return byChannel;
  await tx.$executeRaw`SELECT mark_left_channels_read(${organizationId}::int, ${userIds}::int[], ${[...byChannel.keys()]}::int[])`;
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
  await appendPeopleHidden(tx, log, organizationId, await metBySubscriptions(tx, organizationId, ended), addresses.mailDomain(stringId));
}

async function store(
  tx: Tx,
  organizationId: number,
  userIds: readonly number[],
  channelIds: readonly number[],
  lastMessageId: number,
): Promise<Map<number, number[]>> {
  const rows = await tx.$queryRaw<{ channelId: number; userIds: number[] }[]>`
    WITH ended AS (
      UPDATE subscription SET active = false
      WHERE organization_id = ${organizationId} AND user_id = ANY (${[...userIds]}::int[]) AND channel_id = ANY (${[...channelIds]}::int[])
        AND active
      RETURNING user_id, channel_id
    ), closed AS (
      UPDATE subscription_span s SET until_id = ${lastMessageId}::bigint
      FROM ended e
      WHERE s.user_id = e.user_id AND s.channel_id = e.channel_id AND s.organization_id = ${organizationId}
        AND s.until_id = 9223372036854775807
    ), counted AS (
      UPDATE channel c SET subscriber_count = c.subscriber_count - n.gone
      FROM (SELECT channel_id, count(*)::int AS gone FROM ended GROUP BY channel_id) n
      WHERE c.id = n.channel_id AND c.organization_id = ${organizationId}
    )
    SELECT channel_id AS "channelId", array_agg(user_id ORDER BY user_id) AS "userIds" FROM ended GROUP BY channel_id ORDER BY channel_id`;
  return new Map(rows.map((row) => [row.channelId, row.userIds]));
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
