import { groupErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const groupErrorExamples: ErrorExamples<typeof groupErrors> = {
  alreadyGroupMember: { args: { userId: 7 }, fields: {} },
  alreadySubgroup: { args: { groupId: 21 }, fields: {} },
  groupInUse: {
    args: { objections: [{ type: 'channel', channel_id: 3, settings: ['can_send_message_group'] }] },
    fields: { objections: z.array(z.looseObject({ type: z.string() })) },
  },
  groupNotAllowedInSetting: { args: { setting: 'can_administer_channel_group', group: 'role:internet' }, fields: {} },
  invalidUserGroupId: { args: { id: 99 }, fields: {} },
  notGroupMember: { args: { userId: 7 }, fields: {} },
  notSubgroup: { args: { groupId: 21 }, fields: {} },
  subgroupCycle: { args: { groupId: 21 }, fields: {} },
  systemGroupRequired: { args: { settingName: 'can_access_all_users_group' }, fields: { setting_name: z.string() } },
  userGroupNameInUse: { args: { name: 'designers' }, fields: {} },
  userGroupNamePrefix: { args: { prefix: 'role:' }, fields: {} },
  userGroupNameTooLong: { args: { limit: 100 }, fields: {} },
};
