import { z } from 'zod';
import { type GroupSettingValue, groupSettingValue } from '../channels/group-setting-value.js';
import { endpoint } from '../contract.js';
import { MAX_GROUP_DESCRIPTION_LENGTH } from '../limits.js';
import { json, type Param, storedText, text } from '../wire/param.js';
import type { UserGroupSettingName } from './user-group-object.js';

const groupSetting = (description: string): Param<GroupSettingValue | undefined> =>
  json(groupSettingValue).optional().describe(description);

const settings = {
  can_add_members_group: groupSetting('Who may add members. Initially the creator.'),
  can_join_group: groupSetting('Who may join. Initially nobody.'),
  can_leave_group: groupSetting('Who may leave. Initially everyone.'),
  can_manage_group: groupSetting('Who may change the group in every way. Initially the creator.'),
  can_mention_group: groupSetting('Who may mention the group. Initially everyone.'),
  can_remove_members_group: groupSetting('Who may remove members. Initially the creator.'),
} satisfies Record<UserGroupSettingName, Param<GroupSettingValue | undefined>>;

/** Makes a group. Its creator is a member only where listed. Needs the organization's can_create_groups. */
export const createUserGroup = endpoint({
  name: 'createUserGroup',
  method: 'POST',
  path: '/user_groups/create',
  service: 'organization',
  summary: 'Create a user group',
  params: {
    name: text().describe('Unique in the organization, whatever the case.').example('designers'),
    description: storedText({ max: MAX_GROUP_DESCRIPTION_LENGTH }).example('Who makes it look good'),
    members: json(z.array(z.int())).describe('Ids of its direct members.').example([7, 9]),
    subgroups: json(z.array(z.int())).default([]).describe('Ids of the groups that are in it.'),
    ...settings,
  },
  response: { group_id: z.int() },
  errors: ['insufficientPermission', 'invalidUserGroup', 'badRequest'],
  example: { group_id: 21 },
});
