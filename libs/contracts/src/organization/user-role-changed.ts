import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { guestsWithAccess, whoSeesUser } from './user-audience.js';

const payload = z.object({
  userId: z.int(),
  role: z.literal(ALL_ROLES),
  /** System groups whose direct member the user was and no longer is. */
  leftGroupIds: z.array(z.int()),
  joinedGroupIds: z.array(z.int()),
  guestsWithAccess,
});

/**
 * Somebody's role changed. The others hear of it. What he himself may see changed as a whole (people, channels, addresses), so his queues end
 * and his clients register again: nothing of before is shown under the new role, and nothing is missing.
 */
export const userRoleChanged: DomainEvent<'user.role-changed', z.infer<typeof payload>> = domainEvent({
  type: 'user.role-changed',
  owner: 'organization',
  payload,
  parts: ({ userId, role, leftGroupIds, joinedGroupIds, guestsWithAccess: guests }) => {
    const membership = (op: 'add_members' | 'remove_members') => (group_id: number) => ({
      clientType: 'user_group',
      audience: { roles: ALL_ROLES, except: [userId] },
      render: () => ({ type: 'user_group', op, group_id, user_ids: [userId] }),
    });
    return [
      {
        clientType: 'realm_user',
        audience: { ...whoSeesUser(guests), except: [userId] },
        render: () => ({ type: 'realm_user', op: 'update', person: { user_id: userId, role } }),
      },
      ...leftGroupIds.map(membership('remove_members')),
      ...joinedGroupIds.map(membership('add_members')),
    ];
  },
  indexChanges: ({ userId, role }) => [
    { kind: 'role', userId, role },
    { kind: 'end-queues', userIds: [userId] },
  ],
});
