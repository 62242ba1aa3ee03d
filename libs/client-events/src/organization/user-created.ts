import { ALL_ROLES, type PayloadOf, ROLES } from '@parley/contracts';
import { rolesThatSeeEmail, userCreated } from '@parley/contracts/organization';
import { fanOut, type Part } from '../fan-out.js';
import { botCreated } from './realm-bot-events.js';
import { buildUnknownUser, buildUserObject } from './user-object.js';

type UserCreated = PayloadOf<typeof userCreated>;

/** All users who may see the user receive `realm_user` add, with the real address if they may see it. */
export const userCreatedFanOut = fanOut(userCreated, {
  parts: (created) => [
    ...additions(created),
    ...unknownToGuests(created),
    ...memberships(created),
    ...botCreated(created.user, created.botDefaults, created.botServices),
  ],
  indexChanges: ({ user }) => [{ kind: 'role', userId: user.id, role: user.role }],
});

function additions({ user, visibleToGuests }: UserCreated): Part[] {
  const seeing = rolesThatSeeEmail(user.emailAddressVisibility);
  const visible = ALL_ROLES.filter((role) => visibleToGuests || role !== ROLES.guest);
  const part = (seesDeliveryEmail: boolean): Part => ({
    clientType: 'realm_user',
    audience: { roles: visible.filter((role) => seeing.includes(role) === seesDeliveryEmail) },
    render: ({ clientGravatar }) => ({
      type: 'realm_user',
      op: 'add',
      person: buildUserObject(user, { seesDeliveryEmail, clientGravatar, withProfileData: true }),
    }),
  });
  return [part(true), part(false)];
}

/** Clients that require a user for every id receive a placeholder. */
function unknownToGuests({ user, visibleToGuests, host }: UserCreated): Part[] {
  if (visibleToGuests) return [];
  const person = buildUnknownUser(user, host);
  return [
    {
      clientType: 'realm_user',
      audience: { roles: [ROLES.guest] },
      wants: ({ capabilities }) => capabilities.user_list_incomplete !== true,
      render: () => ({ type: 'realm_user', op: 'add', person }),
    },
  ];
}

function memberships({ user, joinedGroupIds }: UserCreated): Part[] {
  return joinedGroupIds.map((group_id) => ({
    clientType: 'user_group',
    audience: { roles: ALL_ROLES },
    render: () => ({ type: 'user_group', op: 'add_members', group_id, user_ids: [user.id] }),
  }));
}
