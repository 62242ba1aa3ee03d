import { apiErrors, type Refusal } from '@parley/contracts';
import type { GroupSettingUpdate, GroupSettingValue } from '@parley/contracts/channels';
import type { PermissionSetting } from '@parley/contracts/organization';
import { isAllowedInSetting } from './group-settings.policy.js';
import type { GroupRecord } from './groups.js';
import { type NormalGroupSetting, normalGroupSetting } from './normal-group-setting.js';

/** A value chosen for a permission setting. */
export interface ChosenSetting<N extends string = string> {
  readonly name: N;
  readonly limits: PermissionSetting;
  readonly value: GroupSettingValue;
}

interface RequestedSetting<N extends string> {
  readonly name: N;
  readonly limits: PermissionSetting;
  readonly update: GroupSettingUpdate;
  /** The stored value. */
  readonly current: GroupSettingValue;
}

type ChosenGroup = Pick<GroupRecord, 'name' | 'isSystemGroup' | 'isDeactivated'>;

/** Of a request with an `old` value that is not the stored one. `nobody`: id of role:nobody. */
export function expectedSettingRefusal(requested: readonly RequestedSetting<string>[], nobody: number): Refusal {
  const isExpected = ({ update, current }: RequestedSetting<string>) => update.old === undefined || isSame(update.old, current, nobody);
  return requested.every(isExpected) ? undefined : apiErrors.expectationMismatch({ name: 'old' });
}

/** The requested settings that differ from the stored ones. */
export function changedSettings<N extends string>(requested: readonly RequestedSetting<N>[], nobody: number): ChosenSetting<N>[] {
  const changed = requested.filter(({ update, current }) => !isSame(update.new, current, nobody));
  return changed.map(({ name, limits, update }) => ({ name, limits, value: update.new }));
}

/** Of a chosen value with a group that may not be chosen, or without the system group that the setting needs. `groups`: those of the value, by id. */
export function chosenValueRefusal(setting: ChosenSetting, normal: NormalGroupSetting, groups: ReadonlyMap<number, ChosenGroup>): Refusal {
  for (const id of groupsIn(normal)) {
    const refusal = chosenGroupRefusal(setting, id, groups.get(id));
    if (refusal !== undefined) return refusal;
  }
  const isSystemGroup = normal.kind === 'group' && groups.get(normal.groupId)?.isSystemGroup === true;
  if (setting.limits.onlySystemGroups === null || isSystemGroup) return undefined;
  return apiErrors.systemGroupRequired({ settingName: setting.name });
}

export function groupsIn(normal: NormalGroupSetting): readonly number[] {
  return normal.kind === 'group' ? [normal.groupId] : normal.subgroups;
}

/** Of a group in a chosen value that is unknown, deactivated or not allowed for the setting. */
export function chosenGroupRefusal({ name, limits, value }: ChosenSetting, groupId: number, group: ChosenGroup | undefined): Refusal {
  if (group === undefined || group.name === null) {
    return typeof value === 'number' ? apiErrors.invalidUserGroup() : apiErrors.invalidUserGroupId({ id: groupId });
  }
  if (group.isDeactivated) return apiErrors.deactivatedUserGroup();
  const isAllowed = !group.isSystemGroup || isAllowedInSetting(limits, group.name);
  return isAllowed ? undefined : apiErrors.groupNotAllowedInSetting({ setting: name, group: group.name });
}

function isSame(one: GroupSettingValue, other: GroupSettingValue, nobody: number): boolean {
  return JSON.stringify(normalGroupSetting(one, nobody)) === JSON.stringify(normalGroupSetting(other, nobody));
}
