import { z } from 'zod';
import { peerAudience, peerGroups } from '../channels/channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { botRemoved } from './realm-bot-events.js';
import { guestsWithAccess, whoSeesUser } from './user-audience.js';
import { toldOfGroup } from './user-group-audience.js';

const payload = z.object({
  userId: z.int(),
  isBot: z.boolean(),
  botOwnerId: z.int().nullable(),
  /** Groups of which the user was a direct member. Deactivated users are not members of any. */
  leftGroupIds: z.array(z.int()),
  /** The deactivated groups among them: only clients that show such groups receive the change. */
  deactivatedGroupIds: z.array(z.int()).default([]),
  guestsWithAccess,
  /** Channels to which the account was subscribed. Their counts and lists of subscribers exclude deactivated users. */
  channels: z.array(z.object({ channelId: z.int(), peers: peerAudience })),
});

/** An account was deactivated. It remains visible; its queues end, and it leaves all groups. */
export const userDeactivated: DomainEvent<'user.deactivated', z.infer<typeof payload>> = domainEvent({
  type: 'user.deactivated',
  owner: 'organization',
  payload,
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
