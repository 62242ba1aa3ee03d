import { apiErrors, type GroupSettingUpdate, type GroupSettingValue, type PermissionSetting } from '@parley/contracts';
import { normalGroupSetting } from './normal-group-setting.js';

/** A value somebody chose for a permission setting. */
export interface ChosenSetting<N extends string = string> {
  readonly name: N;
  readonly limits: PermissionSetting;
  readonly value: GroupSettingValue;
}

interface AskedSetting<N extends string> {
  readonly name: N;
  readonly limits: PermissionSetting;
  readonly update: GroupSettingUpdate;
  /** As it is now. */
  readonly current: GroupSettingValue;
}

/** Those of the settings asked for that are not so already. `nobody`: id of role:nobody. @throws expectationMismatch */
export function changedSettings<N extends string>(asked: readonly AskedSetting<N>[], nobody: number): ChosenSetting<N>[] {
  return asked.flatMap(({ name, limits, update, current }) => {
    if (update.old !== undefined && !isSame(update.old, current, nobody)) throw apiErrors.expectationMismatch({ name: 'old' });
    return isSame(update.new, current, nobody) ? [] : [{ name, limits, value: update.new }];
  });
}

function isSame(one: GroupSettingValue, other: GroupSettingValue, nobody: number): boolean {
  return JSON.stringify(normalGroupSetting(one, nobody)) === JSON.stringify(normalGroupSetting(other, nobody));
}
