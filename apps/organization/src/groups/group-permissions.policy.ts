import { hasPermission } from '@parley/access';
import type { Role } from '@parley/contracts';
import { USER_GROUP_SETTINGS, type UserGroupSettingName } from '@parley/contracts/organization';

/** The organization permissions that concern groups. Administrators need can_manage_all_groups too. */
export const GROUP_PERMISSIONS = ['can_create_groups', 'can_manage_all_groups'] as const;
export type GroupPermission = (typeof GROUP_PERMISSIONS)[number];

/** Properties of the user that permissions for groups depend on. */
export interface GroupEditor {
  readonly userId: number;
  readonly role: Role;
  /** Those of GROUP_PERMISSIONS that they have. */
  readonly permissions: ReadonlySet<GroupPermission>;
}

/** A group and one user's permissions for it. */
export interface EditedGroup {
  readonly isSystemGroup: boolean;
  /** The permission settings of the group that the user has. */
  readonly settings: ReadonlySet<UserGroupSettingName>;
}

export function mayCreateGroup({ permissions }: GroupEditor): boolean {
  return permissions.has('can_create_groups');
}

/** Whether the user may change everything about the group. System groups never change. */
export function mayManageGroup(group: EditedGroup, editor: GroupEditor): boolean {
  if (group.isSystemGroup) return false;
  return editor.permissions.has('can_manage_all_groups') || has(group, editor, 'can_manage_group');
}

/** Whether the user may add these users to the group. Adding only oneself is joining. */
export function mayAddMembers(group: EditedGroup, editor: GroupEditor, userIds: readonly number[]): boolean {
  const joins = isJust(userIds, editor) && has(group, editor, 'can_join_group');
  return joins || mayAddSubgroups(group, editor);
}

/** Whether the user may remove these users from the group. Removing only oneself is leaving. */
export function mayRemoveMembers(group: EditedGroup, editor: GroupEditor, userIds: readonly number[]): boolean {
  const leaves = isJust(userIds, editor) && has(group, editor, 'can_leave_group');
  return leaves || mayRemoveSubgroups(group, editor);
}

export function mayAddSubgroups(group: EditedGroup, editor: GroupEditor): boolean {
  return mayManageGroup(group, editor) || has(group, editor, 'can_add_members_group');
}

export function mayRemoveSubgroups(group: EditedGroup, editor: GroupEditor): boolean {
  return mayManageGroup(group, editor) || has(group, editor, 'can_remove_members_group');
}

function has(group: EditedGroup, { role }: GroupEditor, setting: UserGroupSettingName): boolean {
  return !group.isSystemGroup && hasPermission(USER_GROUP_SETTINGS[setting], { role, isInGroup: group.settings.has(setting) });
}

function isJust(userIds: readonly number[], { userId }: GroupEditor): boolean {
  return userIds.length === 1 && userIds[0] === userId;
}
