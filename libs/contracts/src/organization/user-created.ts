import { z } from 'zod';
import { type DomainEvent, domainEvent, type Part } from '../domain-event.js';
import { ALL_ROLES, ROLES } from '../roles.js';
import { rolesThatSeeEmail } from './email-visibility.js';
import { botCreated, botDefaults } from './realm-bot-events.js';
import { buildUnknownUser, buildUserObject, userFacts } from './user-object.js';

const payload = z.object({
  user: userFacts,
  /** System groups of which the user is now a direct member. */
  joinedGroupIds: z.array(z.int()),
  /** If false, guests see only users with whom they share a channel or conversation, and a new user shares none yet. */
  visibleToGuests: z.boolean(),
  /** Of the organization, without port. */
  host: z.string(),
  /** Of a bot. Default: none. */
  botDefaults: botDefaults.optional(),
});
type UserCreated = z.infer<typeof payload>;

/** An account of a human or bot was created. All users who may see it receive `realm_user` add, with the real address if they may see it. */
export const userCreated: DomainEvent<'user.created', UserCreated> = domainEvent({
  type: 'user.created',
  owner: 'organization',
  payload,
  parts: (created) => [
    ...additions(created),
    ...unknownToGuests(created),
    ...memberships(created),
    ...botCreated(created.user, created.botDefaults),
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
