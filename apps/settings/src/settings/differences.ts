import {
  type SettingChanges,
  type SettingValue,
  USER_SETTING_NAMES,
  type UserSettingName,
  type UserSettingValues,
} from '@parley/contracts/settings';

export interface Difference {
  readonly name: UserSettingName;
  readonly value: SettingValue;
}

/** The changes that differ from the current values, in the order of the declarations. */
export function differences(values: UserSettingValues, changes: SettingChanges): Difference[] {
  return USER_SETTING_NAMES.flatMap((name) => {
    const value = changes[name];
    return value === undefined || value === values[name] ? [] : [{ name, value }];
  });
}

/** In stored form. */
export function changesOf(differing: readonly Difference[]): Readonly<Record<string, SettingValue>> {
  return Object.fromEntries(differing.map(({ name, value }) => [name, value]));
}
