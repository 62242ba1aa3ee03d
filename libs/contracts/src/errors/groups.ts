import { bad, make } from './api-error.js';

/** Errors about user groups. */
export const groupErrors = {
  invalidUserGroup: () => bad('Invalid user group'),
  invalidUserGroupId: (args: { id: number }) => bad(`Invalid user group ID: ${args.id}`),
  deactivatedUserGroup: () => bad('User group is deactivated.'),
  groupNotAllowedInSetting: (args: { setting: string; group: string }) =>
    bad(`'${args.setting}' setting cannot be set to '${args.group}' group.`),
  systemGroupRequired: (args: { settingName: string }) =>
    make(400, 'SYSTEM_GROUP_REQUIRED', `'${args.settingName}' must be a system user group.`, { setting_name: args.settingName }),
  groupInUse: (args: { objections: readonly unknown[] }) =>
    make(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections: args.objections }),
} as const;
