import { emojiSetFor, needsTopLevelSettings, settingValueFor } from '@parley/client-events';
import {
  DEFAULT_SETTING_NAMES,
  EMOJI_SETS,
  NOTIFICATION_SOUNDS,
  type SettingValue,
  type UserSettingValues,
} from '@parley/contracts/settings';

/** `user_settings` with values as the client spells them, and the lists of available choices. */
export function wireUserSettings(values: UserSettingValues, clientName: string): Record<string, unknown> {
  return { ...wireValues(values, clientName), ...choices(clientName) };
}

/** Some of the values again, for clients that read them outside of `user_settings`. */
export function topLevelSettings(
  { twenty_four_hour_time, pm_content_in_desktop_notifications }: UserSettingValues,
  clientName: string,
): Record<string, boolean> {
  return needsTopLevelSettings(clientName) ? { twenty_four_hour_time, pm_content_in_desktop_notifications } : {};
}

/** `realm_user_settings_defaults`: the same, without the settings that have no organization default. */
export function wireDefaults(values: UserSettingValues, clientName: string): Record<string, unknown> {
  const wire = wireValues(values, clientName);
  return { ...Object.fromEntries(DEFAULT_SETTING_NAMES.map((name) => [name, wire[name]])), ...choices(clientName) };
}

function wireValues(values: UserSettingValues, clientName: string): Record<string, SettingValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, settingValueFor(clientName, name, value)]));
}

function choices(clientName: string) {
  return {
    emojiset_choices: EMOJI_SETS.map(({ key, text }) => ({ key: emojiSetFor(clientName, key), text })),
    available_notification_sounds: NOTIFICATION_SOUNDS,
  };
}
