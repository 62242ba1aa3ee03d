import { userReactivated } from '@parley/contracts/organization';
import { peerGroups } from '../channels/channel-watchers.js';
import { fanOut } from '../fan-out.js';
import { realmBotPart } from './realm-bot-events.js';
import { whoSeesUser } from './user-audience.js';
import { toldOfGroup } from './user-group-audience.js';

export const userReactivatedFanOut = fanOut(userReactivated, {
  parts: ({ userId, joinedGroupIds, deactivatedGroupIds, guestsWithAccess: guests, channels, bot }) => [
    {
      clientType: 'realm_user',
      audience: whoSeesUser(guests),
      render: () => ({ type: 'realm_user', op: 'update', person: { user_id: userId, is_active: true } }),
    },
    ...joinedGroupIds.map((group_id) =>
      toldOfGroup({ op: 'add_members', group_id, user_ids: [userId] }, deactivatedGroupIds.includes(group_id)),
    ),
    ...peerGroups(channels.map(({ channelId, peers }) => ({ ...peers, channelId, except: [userId] }))).map(({ channelIds, audience }) => ({
      clientType: 'subscription',
      audience,
      render: () => ({ type: 'subscription', op: 'peer_add', stream_ids: channelIds, user_ids: [userId] }),
    })),
    ...(bot === null ? [] : [realmBotPart('add', bot.object, bot.ownerId)]),
  ],
  indexChanges: ({ userId, role }) => [{ kind: 'role', userId, role }],
});
