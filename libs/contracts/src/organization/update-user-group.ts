import { endpoint } from '../contract.js';
import { groupSettingErrors, groupSettingUpdate } from '../group-setting-value.js';
import { MAX_GROUP_DESCRIPTION_LENGTH } from '../limits.js';
import { bool, json, pathInt, storedText, text } from '../wire/param.js';
import { groupNameErrors, userGroupSettingParams } from './user-group-setting-params.js';

/** Changes name, description and permissions of a group, or reactivates it. Requires can_manage_group. System groups never change. */
export const updateUserGroup = endpoint({
  name: 'updateUserGroup',
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Update a user group',
  params: {
    user_group_id: pathInt(),
    name: text().optional(),
    description: storedText({ max: MAX_GROUP_DESCRIPTION_LENGTH }).optional(),
    deactivated: bool().optional().describe('`false` reactivates the group. `true` has no effect; use the deactivation endpoint.'),
    ...userGroupSettingParams((meaning) => json(groupSettingUpdate).optional().describe(meaning)),
  },
  response: {},
  errors: ['insufficientPermission', 'noUserGroupChanges', 'expectationMismatch', ...groupNameErrors, ...groupSettingErrors],
});
