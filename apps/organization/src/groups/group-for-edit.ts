import { CallerPermissions } from '@parley/access';
import { apiErrors, type Caller } from '@parley/contracts';
import { USER_GROUP_SETTING_NAMES, type UserGroupSettingName } from '@parley/contracts/organization';
import type { SqlReader } from '@parley/persistence';
import { type EditedGroup, GROUP_PERMISSIONS, type GroupEditor, type GroupPermission } from './group-permissions.policy.js';
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
export async function groupForEdit(reader: SqlReader, caller: Caller, groupId: number): Promise<GroupForEdit> {
  const [group] = await namedGroups(reader, caller.organizationId, [groupId]);
  if (group === undefined) throw apiErrors.invalidUserGroup();
  const holdersOf = (systemGroups: ReadonlyMap<string, number>) =>
    new Map(USER_GROUP_SETTING_NAMES.map((name) => [name, settingGroupId(group, name, systemGroups)]));
  const groupIds = (systemGroups: ReadonlyMap<string, number>) => [...holdersOf(systemGroups).values()];
  const permissions = await CallerPermissions.load(reader, caller, { permissions: GROUP_PERMISSIONS, groupIds });
  const settingGroupIds = holdersOf(permissions.systemGroups);
  const settings = USER_GROUP_SETTING_NAMES.filter((name) => permissions.isIn(settingGroupIds.get(name) ?? 0));
  const edited = { isSystemGroup: group.isSystemGroup, settings: new Set(settings) };
  return { group, settingGroupIds, edited, editor: editorOf(caller, permissions) };
}

/** The caller's permissions for groups in general. */
export async function groupEditor(reader: SqlReader, caller: Caller): Promise<GroupEditor> {
  return editorOf(caller, await CallerPermissions.load(reader, caller, { permissions: GROUP_PERMISSIONS }));
}

function editorOf({ userId, role }: Caller, permissions: CallerPermissions<GroupPermission>): GroupEditor {
  return { userId, role, permissions: permissions.granted(GROUP_PERMISSIONS) };
}
