import { ORGANIZATION_PERMISSIONS, type Role, USER_GROUP_SETTINGS, type UserGroupSettingName } from '@parley/contracts';
import { hasPermission } from './group-settings.js';

/** What changing groups depends on, of the person. */
export interface GroupEditor {
  readonly userId: number;
  readonly role: Role;
  /** In the organization's can_create_groups. */
  readonly createsByGroup: boolean;
  /** In the organization's can_manage_all_groups. Administrators have no right besides it. */
  readonly managesAllByGroup: boolean;
}

/** One group, as far as one person may change it. */
export interface EditedGroup {
  readonly isSystemGroup: boolean;
  /** The permission settings of the group whose chosen group the person is in. */
  readonly settings: ReadonlySet<UserGroupSettingName>;
}

export function mayCreateGroup({ role, createsByGroup }: GroupEditor): boolean {
  return hasPermission(ORGANIZATION_PERMISSIONS.can_create_groups, { role, isInGroup: createsByGroup });
}

/** May change everything about the group. System groups never change. */
export function mayManageGroup(group: EditedGroup, editor: GroupEditor): boolean {
  if (group.isSystemGroup) return false;
  const managesAll = hasPermission(ORGANIZATION_PERMISSIONS.can_manage_all_groups, {
    role: editor.role,
    isInGroup: editor.managesAllByGroup,
  });
  return managesAll || has(group, editor, 'can_manage_group');
}

/** May put these people into the group. Oneself alone is joining. */
export function mayAddMembers(group: EditedGroup, editor: GroupEditor, userIds: readonly number[]): boolean {
  const joins = isJust(userIds, editor) && has(group, editor, 'can_join_group');
  return joins || mayAddSubgroups(group, editor);
}

/** May take these people out of the group. Oneself alone is leaving. */
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
