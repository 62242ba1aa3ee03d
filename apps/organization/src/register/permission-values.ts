import { type GroupRecord, holderOf, settingValueOf, systemGroupsAmong } from '@parley/access';
import type { GroupSettingValue } from '@parley/contracts/channels';
import { ORGANIZATION_PERMISSION_NAMES, type OrganizationPermission } from '@parley/contracts/organization';
import type { OrganizationRecord } from '@parley/persistence';

/** The current value of one organization permission. */
export interface PermissionValue {
  readonly groupId: number;
  readonly value: GroupSettingValue;
  /** The name, if the group is a system group. */
  readonly systemGroup: string | undefined;
}
export type PermissionValues = Readonly<Record<OrganizationPermission, PermissionValue>>;

/** All permissions of the organization: the configured group, otherwise the initial system group. `groups`: of `groupsInSettings`. */
export function permissionValues({ id, settings }: OrganizationRecord, groups: readonly GroupRecord[]): PermissionValues {
  const choices = { settings, systemGroups: systemGroupsAmong(groups) };
  const byId = new Map(groups.map((group) => [group.id, group]));
  const entries = ORGANIZATION_PERMISSION_NAMES.map((name): [string, PermissionValue] => {
    const group = byId.get(holderOf(choices, name) ?? 0);
    if (group === undefined) throw new Error(`${name} of organization ${id} points to a missing group`);
    return [
      name,
      { groupId: group.id, value: settingValueOf(group), systemGroup: group.isSystemGroup ? (group.name ?? undefined) : undefined },
    ];
  });
  return Object.fromEntries(entries) as PermissionValues;
}
