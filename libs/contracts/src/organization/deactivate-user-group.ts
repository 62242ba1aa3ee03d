import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/**
 * Deactivates a group that nothing uses: it keeps its name and can no longer be mentioned. In use as a subgroup or in a permission it is refused
 * with `objections`. Needs can_manage_group.
 */
export const deactivateUserGroup = endpoint({
  name: 'deactivateUserGroup',
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  service: 'organization',
  summary: 'Deactivate a user group',
  params: { user_group_id: pathInt() },
  response: {},
  errors: ['invalidUserGroup', 'insufficientPermission', 'groupInUse', 'badRequest'],
});
