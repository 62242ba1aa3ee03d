import { type SettingValue, USER_SETTINGS, type UserSettingName } from '@parley/contracts';

/** Something of every kind that a setting may hold. */
const TRIED = [1, 2, 3, 'text', 'all_messages', 'never', 'bark', 'de', 'Europe/Paris'] as const;

/** A value of the setting that nobody has by himself: for tests that go through the whole registry. */
export function otherSettingValue(name: UserSettingName): SettingValue {
  const { schema, initial } = USER_SETTINGS[name];
  const found = [!initial, ...TRIED].find((value) => value !== initial && schema.safeParse(value).success);
  if (found === undefined) throw new Error(`no other value for ${name}`);
  return found;
}
