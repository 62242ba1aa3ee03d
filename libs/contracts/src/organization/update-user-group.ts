import { type GroupSettingUpdate, groupSettingUpdate } from '../channels/group-setting-value.js';
import { endpoint } from '../contract.js';
import { MAX_GROUP_DESCRIPTION_LENGTH } from '../limits.js';
import { bool, json, type Param, pathInt, storedText, text } from '../wire/param.js';
import type { UserGroupSettingName } from './user-group-object.js';

const settingUpdate = (description: string): Param<GroupSettingUpdate | undefined> =>
  json(groupSettingUpdate).optional().describe(description);

const settings = {
  can_add_members_group: settingUpdate('Who may add members.'),
  can_join_group: settingUpdate('Who may join.'),
  can_leave_group: settingUpdate('Who may leave.'),
  can_manage_group: settingUpdate('Who may change the group in every way.'),
  can_mention_group: settingUpdate('Who may mention the group.'),
  can_remove_members_group: settingUpdate('Who may remove members.'),
} satisfies Record<UserGroupSettingName, Param<GroupSettingUpdate | undefined>>;

/** Changes name, description and permissions of a group, or reactivates it. Needs can_manage_group. System groups never change. */
export const updateUserGroup = endpoint({
  name: 'updateUserGroup',
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  service: 'organization',
  summary: 'Update a user group',
  params: {
    user_group_id: pathInt(),
    name: text().optional(),
    description: storedText({ max: MAX_GROUP_DESCRIPTION_LENGTH }).optional(),
    deactivated: bool().optional().describe('False reactivates the group. True does nothing: use the endpoint for it.'),
    ...settings,
  },
  response: {},
  errors: ['invalidUserGroup', 'insufficientPermission', 'expectationMismatch', 'badRequest'],
});
