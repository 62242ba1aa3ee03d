import { z } from 'zod';
import { peerAudience, peerGroups } from '../channels/channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { botObject, botTold } from './realm-bot-events.js';
import { guestsWithAccess, whoSeesUser } from './user-audience.js';
import { toldOfGroup } from './user-group-audience.js';

const payload = z.object({
  userId: z.int(),
  role: z.literal(ALL_ROLES),
  /** Groups of which the user is a direct member again. */
  joinedGroupIds: z.array(z.int()),
  /** The deactivated groups among them: only clients that show such groups receive the change. */
  deactivatedGroupIds: z.array(z.int()).default([]),
  guestsWithAccess,
  /** Channels to which the account is subscribed, and where it counts again. */
  channels: z.array(z.object({ channelId: z.int(), peers: peerAudience })),
  /** Null for a human user. */
  bot: z.object({ object: botObject, ownerId: z.int().nullable() }).nullable(),
});

/** An account was reactivated, with its former API key, groups and subscriptions. Its clients register again. */
export const userReactivated: DomainEvent<'user.reactivated', z.infer<typeof payload>> = domainEvent({
  type: 'user.reactivated',
  owner: 'organization',
  payload,
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
    ...(bot === null ? [] : [botTold('add', bot.object, bot.ownerId)]),
  ],
  indexChanges: ({ userId, role }) => [{ kind: 'role', userId, role }],
});
