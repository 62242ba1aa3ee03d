import { ALL_ROLES } from '@parley/contracts';
import { type OwnRoleChanges, userRoleChanged } from '@parley/contracts/organization';
import { fanOut, type Part } from '../fan-out.js';
import { whoSeesUser } from './user-audience.js';

/**
 * Everyone receives the role. What the user themselves may see changes with it: addresses, bots, default channels, and, by events that follow, channels
 * and users. Where that is too much, their queues end and their clients register again.
 */
export const userRoleChangedFanOut = fanOut(userRoleChanged, {
  parts: ({ userId, role, leftGroupIds, joinedGroupIds, guestsWithAccess: guests, own }) => {
    const isTold = own !== undefined;
    const membership = (op: 'add_members' | 'remove_members') => (group_id: number) => ({
      clientType: 'user_group',
      audience: { roles: ALL_ROLES, except: isTold ? [] : [userId] },
      render: () => ({ type: 'user_group', op, group_id, user_ids: [userId] }),
    });
    const viewers = whoSeesUser(guests);
    const audience = isTold ? { ...viewers, users: [...(viewers.users ?? []), userId] } : { ...viewers, except: [userId] };
    return [
      { clientType: 'realm_user', audience, render: () => ({ type: 'realm_user', op: 'update', person: { user_id: userId, role } }) },
      ...leftGroupIds.map(membership('remove_members')),
      ...joinedGroupIds.map(membership('add_members')),
      ...(own === undefined ? [] : ownParts(userId, own)),
    ];
  },
  indexChanges: ({ userId, role, own }) => [
    { kind: 'role', userId, role },
    ...(own === undefined ? [{ kind: 'end-queues' as const, userIds: [userId] }] : []),
  ],
});

function ownParts(viewerId: number, { addresses, gainedBots, lostBotIds, defaults }: OwnRoleChanges): Part[] {
  const part = (event: { readonly type: string } & Readonly<Record<string, unknown>>): Part => ({
    clientType: event.type,
    audience: { users: [viewerId] },
    render: () => event,
  });
  return [
    ...addresses.map(({ userId, deliveryEmail }) =>
      part({ type: 'realm_user', op: 'update', person: { user_id: userId, delivery_email: deliveryEmail } }),
    ),
    ...gainedBots.map((bot) => part({ type: 'realm_bot', op: 'add', bot })),
    ...lostBotIds.map((user_id) => part({ type: 'realm_bot', op: 'delete', bot: { user_id } })),
    ...(defaults === undefined
      ? []
      : [
          part({ type: 'default_streams', default_streams: defaults.channelIds }),
          part({ type: 'default_stream_groups', default_stream_groups: defaults.groups }),
        ]),
  ];
}
