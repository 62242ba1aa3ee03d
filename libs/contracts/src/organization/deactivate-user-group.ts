import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/**
 * Deactivates a group: it keeps its name and cannot be mentioned any more. A group in use as a subgroup or in a permission is rejected
 * with `objections`. Requires can_manage_group.
 */
export const deactivateUserGroup = endpoint({
  name: 'deactivateUserGroup',
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Deactivate a user group',
  params: { user_group_id: pathInt() },
  response: {},
  errors: ['invalidUserGroup', 'insufficientPermission', 'groupInUse', 'deactivatedUserGroup'],
});
