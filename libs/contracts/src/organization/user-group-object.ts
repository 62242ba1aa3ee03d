import { z } from 'zod';
import { groupSettingValue } from '../group-setting-value.js';
import { type PermissionSetting, permission } from './permission-setting.js';

/** A permission of a named group. Its initial value is the group `initial`, or only the group's creator. */
export interface UserGroupSetting extends PermissionSetting {
  readonly initiallyCreator: boolean;
}

const notForGuests = { everyoneAllowed: false } as const;
const initiallyCreator: UserGroupSetting = { ...permission('role:nobody', notForGuests), initiallyCreator: true };
const initiallyEveryone: UserGroupSetting = { ...permission('role:everyone'), initiallyCreator: false };
const initiallyNobody: UserGroupSetting = { ...permission('role:nobody', notForGuests), initiallyCreator: false };

/** The permission settings of a user group, by wire name. Those of system groups are all role:nobody. */
export const USER_GROUP_SETTINGS = {
  can_add_members_group: initiallyCreator,
  can_join_group: initiallyNobody,
  can_leave_group: initiallyEveryone,
  can_manage_group: initiallyCreator,
  can_mention_group: initiallyEveryone,
  can_remove_members_group: initiallyCreator,
} as const satisfies Readonly<Record<string, UserGroupSetting>>;
export type UserGroupSettingName = keyof typeof USER_GROUP_SETTINGS;
// Object.keys loses the type of the keys.
export const USER_GROUP_SETTING_NAMES = Object.keys(USER_GROUP_SETTINGS) as readonly UserGroupSettingName[];

/** A named group in the format for clients. Strict clients reject any other field. */
export const userGroupObject = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    /** Seconds since the epoch; null for system groups. */
    date_created: z.int().nullable(),
    creator_id: z.int().nullable(),
    /** Direct active members, ascending. */
    members: z.array(z.int()),
    direct_subgroup_ids: z.array(z.int()),
    is_system_group: z.boolean(),
    can_add_members_group: groupSettingValue,
    can_join_group: groupSettingValue,
    can_leave_group: groupSettingValue,
    can_manage_group: groupSettingValue,
    can_mention_group: groupSettingValue,
    can_remove_members_group: groupSettingValue,
    deactivated: z.boolean(),
  })
  .meta({ id: 'UserGroup' });
export type UserGroupObject = z.infer<typeof userGroupObject>;
