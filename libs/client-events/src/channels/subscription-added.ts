import {
  type Inheritances,
  initialPersonalProperties,
  listsSubscribers,
  type SubscriptionAdded,
  subscriptionAdded,
} from '@parley/contracts/channels';
import { type ClientEvent, fanOut, type Part, type QueueView } from '../fan-out.js';
import { peerGroups } from './channel-watchers.js';
import { inheritanceOf, shownTo } from './inherited-notifications.js';

/**
 * Each of the users receives `stream` create for channels that were hidden from them, then `subscription` add. Users who can see a channel
 * receive `subscription` peer_add.
 */
export const subscriptionAddedFanOut = fanOut(subscriptionAdded, {
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
