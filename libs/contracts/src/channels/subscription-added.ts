import { z } from 'zod';
import { type ClientEvent, type DomainEvent, domainEvent, type Part, type QueueView } from '../domain-event.js';
import { channelObject } from './channel-object.js';
import { peerAudience, peerGroups } from './channel-watchers.js';
import { type Inheritances, inheritanceOf, inheritances, shownTo } from './inherited-notifications.js';
import { initialPersonalProperties, listsSubscribers, personalProperties } from './subscription-object.js';

const payload = z.object({
  /** Ascending. Each of them was subscribed to each of the channels. */
  userIds: z.array(z.int()),
  channels: z.array(
    z.object({
      /** After this event, including subscriber_count. */
      channel: channelObject,
      /** All subscribers after this event, ascending. */
      subscriberIds: z.array(z.int()),
      /** One color for each of `userIds`, in their order. */
      colors: z.array(z.string()),
      /** Users who were subscribed before and had properties other than the color. */
      returning: z.array(z.object({ userId: z.int(), properties: personalProperties })),
      /** Those of `userIds` who could not see the channel before. */
      gainedAccess: z.array(z.int()),
      peers: peerAudience,
    }),
  ),
  /** Those of `userIds` whose inherited values are not the initial ones. */
  inheriting: inheritances.optional(),
});
export type SubscriptionAdded = z.infer<typeof payload>;

/**
 * Users were subscribed to channels. Each of them receives `stream` create for channels that were hidden from them, then `subscription` add;
 * users who can see a channel receive `subscription` peer_add.
 */
export const subscriptionAdded: DomainEvent<'subscription.added', SubscriptionAdded> = domainEvent({
  type: 'subscription.added',
  owner: 'channels',
  payload,
  parts: (added) => [...revealed(added), subscribed(added), ...peersAdded(added)],
  indexChanges: ({ userIds, channels }) => [{ kind: 'subscribe', userIds, channelIds: channels.map(({ channel }) => channel.stream_id) }],
});

function revealed({ channels }: SubscriptionAdded): Part[] {
  const users = [...new Set(channels.flatMap(({ gainedAccess }) => gainedAccess))];
  if (users.length === 0) return [];
  return [
    {
      clientType: 'stream',
      audience: { users },
      render: ({ userId }): ClientEvent => ({
        type: 'stream',
        op: 'create',
        streams: channels.filter(({ gainedAccess }) => gainedAccess.includes(userId)).map(({ channel }) => channel),
      }),
    },
  ];
}

function subscribed({ userIds, channels, inheriting }: SubscriptionAdded): Part {
  return {
    clientType: 'subscription',
    audience: { users: userIds },
    render: (queue): ClientEvent => ({
      type: 'subscription',
      op: 'add',
      subscriptions: channels.map((added) => subscriptionFor(queue, { userIds, added, inheriting })),
    }),
  };
}

interface AddedFor {
  readonly userIds: readonly number[];
  readonly added: SubscriptionAdded['channels'][number];
  readonly inheriting: Inheritances | undefined;
}

function subscriptionFor(queue: QueueView, { userIds, added, inheriting }: AddedFor) {
  const { channel, subscriberIds, colors, returning } = added;
  const kept = returning.find(({ userId }) => userId === queue.userId)?.properties;
  const properties = kept ?? initialPersonalProperties(colors[userIds.indexOf(queue.userId)] ?? '');
  const personal = shownTo(queue, properties, inheritanceOf(queue.userId, inheriting));
  const subscribers = listsSubscribers(channel, queue.includeSubscribers) ? { subscribers: subscriberIds } : {};
  return { ...channel, ...personal, in_home_view: !personal.is_muted, ...subscribers };
}

function peersAdded({ userIds, channels }: SubscriptionAdded): Part[] {
  const groups = peerGroups(channels.map(({ channel, peers }) => ({ ...peers, channelId: channel.stream_id, except: userIds })));
  return groups.map(({ channelIds, audience }) => ({
    clientType: 'subscription',
    audience,
    render: () => ({ type: 'subscription', op: 'peer_add', stream_ids: channelIds, user_ids: userIds }),
  }));
}
