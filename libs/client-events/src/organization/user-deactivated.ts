import { userDeactivated } from '@parley/contracts/organization';
import { peerGroups } from '../channels/channel-watchers.js';
import { fanOut } from '../fan-out.js';
import { botRemoved } from './realm-bot-events.js';
import { whoSeesUser } from './user-audience.js';
import { toldOfGroup } from './user-group-audience.js';

export const userDeactivatedFanOut = fanOut(userDeactivated, {
  parts: ({ userId, isBot, botOwnerId, leftGroupIds, deactivatedGroupIds, guestsWithAccess: guests, channels }) => [
    {
      clientType: 'realm_user',
      audience: { ...whoSeesUser(guests), except: [userId] },
      render: () => ({ type: 'realm_user', op: 'update', person: { user_id: userId, is_active: false } }),
    },
    ...leftGroupIds.map((group_id) =>
      toldOfGroup({ op: 'remove_members', group_id, user_ids: [userId] }, deactivatedGroupIds.includes(group_id), [userId]),
    ),
    ...peerGroups(channels.map(({ channelId, peers }) => ({ ...peers, channelId, except: [userId] }))).map(({ channelIds, audience }) => ({
      clientType: 'subscription',
      audience,
      render: () => ({ type: 'subscription', op: 'peer_remove', stream_ids: channelIds, user_ids: [userId] }),
    })),
    ...botRemoved({ id: userId, isBot, botOwnerId }),
  ],
  indexChanges: ({ userId }) => [{ kind: 'end-queues', userIds: [userId] }],
});
