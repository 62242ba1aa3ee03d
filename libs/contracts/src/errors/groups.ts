import { bad, make } from './api-error.js';

/** Errors about user groups. */
export const groupErrors = {
  invalidUserGroup: () => bad('Invalid user group'),
  systemGroupRequired: (args: { settingName: string }) =>
    make(400, 'SYSTEM_GROUP_REQUIRED', `'${args.settingName}' must be a system user group.`, { setting_name: args.settingName }),
  groupInUse: (args: { objections: readonly unknown[] }) =>
    make(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections: args.objections }),
} as const;
