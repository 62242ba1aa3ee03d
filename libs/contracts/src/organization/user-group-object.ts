import { z } from 'zod';
import { groupSettingValue } from '../channels/group-setting-value.js';

/** The permission settings of a user group, by wire name. Of system groups all are role:nobody. */
export const USER_GROUP_SETTINGS = {
  can_add_members_group: { initial: 'creator' },
  can_join_group: { initial: 'role:nobody' },
  can_leave_group: { initial: 'role:everyone' },
  can_manage_group: { initial: 'creator' },
  can_mention_group: { initial: 'role:everyone' },
  can_remove_members_group: { initial: 'creator' },
} as const;
export type UserGroupSettingName = keyof typeof USER_GROUP_SETTINGS;

/** A named group as clients read it (reference/register-fields.md "UserGroup"). Strict clients refuse any other field. */
export const userGroupObject = z.object({
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
});
export type UserGroupObject = z.infer<typeof userGroupObject>;
