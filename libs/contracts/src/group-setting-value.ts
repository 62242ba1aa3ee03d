import { z } from 'zod';

/** A permission setting: the id of a user group, or an anonymous group of direct members and subgroups. */
export const groupSettingValue = z
  .union([z.int(), z.strictObject({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) })])
  .meta({ id: 'GroupSettingValue' });
export type GroupSettingValue = z.infer<typeof groupSettingValue>;

/** A change of a permission setting: `old`, if given, must be the current value. */
export const groupSettingUpdate = z.strictObject({ new: groupSettingValue, old: groupSettingValue.optional() });
export type GroupSettingUpdate = z.infer<typeof groupSettingUpdate>;

/** Errors of a value that cannot be chosen. */
export const groupSettingErrors = [
  'invalidUserId',
  'invalidUserGroup',
  'invalidUserGroupId',
  'deactivatedUserGroup',
  'groupNotAllowedInSetting',
  'systemGroupRequired',
] as const;
