import { z } from 'zod';
import { type DomainEvent, domainEvent, type Part } from '../domain-event.js';
import { ALL_ROLES, ROLES } from '../roles.js';
import { rolesThatSeeEmail } from './email-visibility.js';
import { botCreated, botDefaults } from './realm-bot-events.js';
import { buildUnknownUser, buildUserObject, userFacts } from './user-object.js';

const payload = z.object({
  user: userFacts,
  /** System groups whose direct member the user is now. */
  joinedGroupIds: z.array(z.int()),
  /** False: guests see only people they share a channel or conversation with, and nobody shares one with a newcomer. */
  visibleToGuests: z.boolean(),
  /** Of the organization, without port. */
  host: z.string(),
  /** Of a bot. Absent: none. */
  botDefaults: botDefaults.optional(),
});
type UserCreated = z.infer<typeof payload>;

/** Somebody (a person or a bot) has an account now. Everybody who may see him hears `realm_user` add, with the real address where that is visible. */
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

/** Clients that cannot do without the user of an id get a placeholder. */
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
