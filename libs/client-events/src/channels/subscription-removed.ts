import { type SubscriptionRemoved, subscriptionRemoved } from '@parley/contracts/channels';
import { type ClientEvent, fanOut, type Part } from '../fan-out.js';
import { peerGroups } from './channel-watchers.js';

/**
 * Each of the users receives `subscription` remove, then `stream` delete for channels that become hidden. Users who can see a channel
 * receive `subscription` peer_remove.
 */
export const subscriptionRemovedFanOut = fanOut(subscriptionRemoved, {
  parts: (removed) => [unsubscribed(removed), ...hidden(removed), ...peersRemoved(removed)],
  indexChanges: ({ userIds, channels }) => [{ kind: 'unsubscribe', userIds, channelIds: channels.map(({ channelId }) => channelId) }],
});

function unsubscribed({ userIds, channels }: SubscriptionRemoved): Part {
  const subscriptions = channels.map(({ channelId, name }) => ({ stream_id: channelId, name }));
  return {
    clientType: 'subscription',
    audience: { users: userIds },
    render: () => ({ type: 'subscription', op: 'remove', subscriptions }),
  };
}

function hidden({ channels }: SubscriptionRemoved): Part[] {
  const users = [...new Set(channels.flatMap(({ lostAccess }) => lostAccess))];
  if (users.length === 0) return [];
  return [
    {
      clientType: 'stream',
      audience: { users },
      render: ({ userId }): ClientEvent => {
        const lost = channels.filter(({ lostAccess }) => lostAccess.includes(userId)).map(({ channelId }) => channelId);
        return { type: 'stream', op: 'delete', stream_ids: lost, streams: lost.map((stream_id) => ({ stream_id })) };
      },
    },
  ];
}

/** Users who left together and can still see the channel receive the removal of each other, but not their own. */
function peersRemoved({ userIds, channels }: SubscriptionRemoved): Part[] {
  const groups = peerGroups(channels.map(({ channelId, lostAccess, peers }) => ({ ...peers, channelId, except: lostAccess })));
  return groups.map(({ channelIds, audience }) => ({
    clientType: 'subscription',
    audience,
    wants: ({ userId }) => userIds.some((id) => id !== userId),
    render: ({ userId }) => ({
      type: 'subscription',
      op: 'peer_remove',
      stream_ids: channelIds,
      user_ids: userIds.filter((id) => id !== userId),
    }),
  }));
}
