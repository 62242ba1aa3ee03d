import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, json, pathInt } from '../wire/param.js';

/** Errors of subgroups that cannot be added or removed. */
export const subgroupErrors = ['invalidUserGroupId', 'deactivatedUserGroup', 'alreadySubgroup', 'notSubgroup', 'subgroupCycle'] as const;

/** The subgroups of a group, ascending. */
export const getUserGroupSubgroups = endpoint({
  name: 'getUserGroupSubgroups',
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  service: 'organization',
  scope: 'read',
  summary: 'Get the subgroups of a user group',
  params: { user_group_id: pathInt(), direct_subgroup_only: bool().default(false).describe('Exclude subgroups of subgroups.') },
  response: { subgroups: z.array(z.int()) },
  errors: ['invalidUserGroup'],
  example: { subgroups: [67] },
});

/** Adds, then removes direct subgroups, all or nothing. A group cannot contain itself. */
export const updateUserGroupSubgroups = endpoint({
  name: 'updateUserGroupSubgroups',
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Update the subgroups of a user group',
  params: {
    user_group_id: pathInt(),
    add: json(z.array(z.int())).default([]).describe('Ids of the groups to add.'),
    delete: json(z.array(z.int())).default([]).describe('Ids of the groups to remove.'),
  },
  response: {},
  errors: ['invalidUserGroup', 'insufficientPermission', 'noSubgroupsToChange', ...subgroupErrors],
});
