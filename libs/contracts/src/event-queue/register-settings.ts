import { z } from 'zod';
import { DEFAULT_SETTING_NAMES, USER_SETTINGS, type UserSetting } from '../settings/user-settings.js';

/** Options that clients show and that cannot be changed. */
const choices = {
  emojiset_choices: z.array(z.object({ key: z.string(), text: z.string() })),
  available_notification_sounds: z.array(z.string()),
};

/** Including the spellings of other clients. */
function spelled({ schema, spellings }: UserSetting): z.ZodType {
  const others = Object.keys(spellings);
  return others.length === 0 ? schema : z.union([schema, z.enum(others)]);
}

const settings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries<UserSetting>(USER_SETTINGS).map(([name, setting]) => [name, spelled(setting)]),
);
const defaults = Object.fromEntries(Object.entries(settings).filter(([name]) => DEFAULT_SETTING_NAMES.some((other) => other === name)));

/** `user_settings` of a registration. */
export const registeredSettings = z.object({ ...settings, ...choices });

/** `realm_user_settings_defaults`: without settings that have no organization default. */
export const registeredDefaults = z.object({ ...defaults, ...choices });
