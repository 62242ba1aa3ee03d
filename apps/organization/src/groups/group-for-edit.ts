import { groupsOfUser, systemGroupIds } from '@parley/access';
import { apiErrors, type Caller } from '@parley/contracts';
import { ORGANIZATION_PERMISSIONS, USER_GROUP_SETTING_NAMES, type UserGroupSettingName } from '@parley/contracts/organization';
import { organizationById, type Reader } from '@parley/persistence';
import type { EditedGroup, GroupEditor } from './group-permissions.policy.js';
import { type NamedGroup, namedGroups } from './named-groups.repository.js';
import { settingGroupId } from './user-group-objects.js';

/** A group with everything that decides whether the caller may change it. */
export interface GroupForEdit {
  readonly group: NamedGroup;
  /** For each permission of the group, the group that has it. */
  readonly settingGroupIds: ReadonlyMap<UserGroupSettingName, number>;
  readonly edited: EditedGroup;
  readonly editor: GroupEditor;
}

/** @throws invalidUserGroup for an unknown group. The anonymous groups of settings count as unknown. */
export async function groupForEdit(reader: Reader, caller: Caller, groupId: number): Promise<GroupForEdit> {
  const [group] = await namedGroups(reader, caller.organizationId, [groupId]);
  if (group === undefined) throw apiErrors.invalidUserGroup();
  const systemGroups = await systemGroupIds(reader, caller.organizationId);
  const settingGroupIds = new Map(USER_GROUP_SETTING_NAMES.map((name) => [name, settingGroupId(group, name, systemGroups)]));
  const { editor, mine } = await editorAndGroups(reader, caller, systemGroups, [...settingGroupIds.values()]);
  const settings = USER_GROUP_SETTING_NAMES.filter((name) => mine.has(settingGroupIds.get(name) ?? 0));
  return { group, settingGroupIds, edited: { isSystemGroup: group.isSystemGroup, settings: new Set(settings) }, editor };
}

/** The caller's permissions for groups in general. */
export async function groupEditor(reader: Reader, caller: Caller): Promise<GroupEditor> {
  const { editor } = await editorAndGroups(reader, caller, await systemGroupIds(reader, caller.organizationId), []);
  return editor;
}

/** `groupIds`: checked in the same statement. `mine`: those that the caller is in. */
async function editorAndGroups(
  reader: Reader,
  { organizationId, userId, role }: Caller,
  systemGroups: ReadonlyMap<string, number>,
  groupIds: readonly number[],
): Promise<{ editor: GroupEditor; mine: ReadonlySet<number> }> {
  const stored = (await organizationById(reader, organizationId))?.settings ?? {};
  const holderOf = (permission: 'can_create_groups' | 'can_manage_all_groups'): number => {
    const chosen = stored[permission];
    return typeof chosen === 'number' ? chosen : (systemGroups.get(ORGANIZATION_PERMISSIONS[permission].initial) ?? 0);
  };
  const creators = holderOf('can_create_groups');
  const managers = holderOf('can_manage_all_groups');
  const mine = await groupsOfUser(reader, organizationId, userId, [...groupIds, creators, managers]);
  return { editor: { userId, role, createsByGroup: mine.has(creators), managesAllByGroup: mine.has(managers) }, mine };
}
