import { z } from 'zod';
import { groupSettingValue } from '../channels/group-setting-value.js';
import { type PermissionSetting, permission } from './permission-setting.js';

/** A permission of a named group: until somebody chooses, the group `initial` has it, or the group's creator alone. */
export interface UserGroupSetting extends PermissionSetting {
  readonly initiallyCreator: boolean;
}

const notForGuests = { everyoneAllowed: false } as const;
const initiallyCreator: UserGroupSetting = { ...permission('role:nobody', notForGuests), initiallyCreator: true };
const initiallyEveryone: UserGroupSetting = { ...permission('role:everyone'), initiallyCreator: false };
const initiallyNobody: UserGroupSetting = { ...permission('role:nobody', notForGuests), initiallyCreator: false };

/** The permission settings of a user group, by wire name (reference/rules.md section 8). Of system groups all are role:nobody. */
export const USER_GROUP_SETTINGS = {
  can_add_members_group: initiallyCreator,
  can_join_group: initiallyNobody,
  can_leave_group: initiallyEveryone,
  can_manage_group: initiallyCreator,
  can_mention_group: initiallyEveryone,
  can_remove_members_group: initiallyCreator,
} as const satisfies Readonly<Record<string, UserGroupSetting>>;
export type UserGroupSettingName = keyof typeof USER_GROUP_SETTINGS;
// Object.keys forgets which keys there are.
export const USER_GROUP_SETTING_NAMES = Object.keys(USER_GROUP_SETTINGS) as readonly UserGroupSettingName[];

/** A named group as clients read it (reference/register-fields.md "UserGroup"). Strict clients refuse any other field. */
export const userGroupObject = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    /** Seconds since the epoch; null of system groups. */
    date_created: z.int().nullable(),
    creator_id: z.int().nullable(),
    /** Direct and active, ascending. */
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
