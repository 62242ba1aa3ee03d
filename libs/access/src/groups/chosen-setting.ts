import { apiErrors } from '@parley/contracts';
import type { GroupSettingUpdate, GroupSettingValue } from '@parley/contracts/channels';
import type { PermissionSetting } from '@parley/contracts/organization';
import { normalGroupSetting } from './normal-group-setting.js';

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

/** The requested settings that differ from the stored ones. `nobody`: id of role:nobody. @throws expectationMismatch */
export function changedSettings<N extends string>(requested: readonly RequestedSetting<N>[], nobody: number): ChosenSetting<N>[] {
  return requested.flatMap(({ name, limits, update, current }) => {
    if (update.old !== undefined && !isSame(update.old, current, nobody)) throw apiErrors.expectationMismatch({ name: 'old' });
    return isSame(update.new, current, nobody) ? [] : [{ name, limits, value: update.new }];
  });
}

function isSame(one: GroupSettingValue, other: GroupSettingValue, nobody: number): boolean {
  return JSON.stringify(normalGroupSetting(one, nobody)) === JSON.stringify(normalGroupSetting(other, nobody));
}
