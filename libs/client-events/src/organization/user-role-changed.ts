import { ALL_ROLES } from '@parley/contracts';
import { userRoleChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { whoSeesUser } from './user-audience.js';

/**
 * Others receive an event. The user's own visibility of users, channels and addresses changes as a whole, so their queues end and their
 * clients register again: they show no outdated state and miss nothing.
 */
export const userRoleChangedFanOut = fanOut(userRoleChanged, {
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
