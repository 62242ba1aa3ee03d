import {
  DEFAULT_SETTING_NAMES,
  EMOJI_SETS,
  emojiSetFor,
  NOTIFICATION_SOUNDS,
  readsSettingsBeside,
  type SettingValue,
  settingValueFor,
  type UserSettingValues,
} from '@parley/contracts';

/** `user_settings` as the client spells its values, with the choices that clients show but nobody sets. */
export function wireUserSettings(values: UserSettingValues, clientName: string): Record<string, unknown> {
  return { ...spelled(values, clientName), ...choices(clientName) };
}

/** The same values once more, for clients that look for them outside of `user_settings`. */
export function settingsBeside(
  { twenty_four_hour_time, pm_content_in_desktop_notifications }: UserSettingValues,
  clientName: string,
): Record<string, boolean> {
  return readsSettingsBeside(clientName) ? { twenty_four_hour_time, pm_content_in_desktop_notifications } : {};
}

/** `realm_user_settings_defaults`: as above, without what an organization cannot choose for its users. */
export function wireDefaults(values: UserSettingValues, clientName: string): Record<string, unknown> {
  const wire = spelled(values, clientName);
  return { ...Object.fromEntries(DEFAULT_SETTING_NAMES.map((name) => [name, wire[name]])), ...choices(clientName) };
}

function spelled(values: UserSettingValues, clientName: string): Record<string, SettingValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, settingValueFor(clientName, name, value)]));
}

function choices(clientName: string) {
  return {
    emojiset_choices: EMOJI_SETS.map(({ key, text }) => ({ key: emojiSetFor(clientName, key), text })),
    available_notification_sounds: NOTIFICATION_SOUNDS,
  };
}
