import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, json, pathInt } from '../wire/param.js';
import { subgroupErrors } from './user-group-subgroups.js';

const directMemberOnly = bool().default(false).describe('Exclude members of subgroups.');
const ids = (description: string) => json(z.array(z.int())).default([]).describe(description);

/** The members of a group, ascending. Deactivated users are not members of any. */
export const getUserGroupMembers = endpoint({
  name: 'getUserGroupMembers',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  service: 'organization',
  scope: 'read',
  expensive: true,
  summary: 'Get the members of a user group',
  params: { user_group_id: pathInt(), direct_member_only: directMemberOnly },
  response: { members: z.array(z.int()) },
  errors: ['invalidUserGroup'],
  example: { members: [5, 7] },
});

/**
 * Changes the direct members and subgroups of a group, in the order add, delete, add_subgroups, delete_subgroups; all or nothing. Adding only oneself
 * requires can_join_group, removing only oneself can_leave_group.
 */
export const updateUserGroupMembers = endpoint({
  name: 'updateUserGroupMembers',
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Update the members of a user group',
  // One call may add a whole organization to a group.
  timeoutMs: 15_000,
  params: {
    user_group_id: pathInt(),
    add: ids('User ids to add.'),
    delete: ids('User ids to remove.'),
    add_subgroups: ids('Ids of the groups to add.'),
    delete_subgroups: ids('Ids of the groups to remove.'),
  },
  response: {},
  errors: [
    'invalidUserGroup',
    'insufficientPermission',
    'noMembersToChange',
    'invalidUserId',
    'alreadyGroupMember',
    'notGroupMember',
    ...subgroupErrors,
  ],
});

/** Whether a user is in a group. */
export const getIsUserGroupMember = endpoint({
  name: 'getIsUserGroupMember',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  service: 'organization',
  scope: 'read',
  summary: 'Check whether a user is a member of a user group',
  params: { user_group_id: pathInt(), user_id: pathInt(), direct_member_only: directMemberOnly },
  response: { is_user_group_member: z.boolean() },
  errors: ['invalidUserGroup', 'noSuchUser'],
  example: { is_user_group_member: false },
});
