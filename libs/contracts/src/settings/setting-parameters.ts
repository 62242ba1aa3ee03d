import { z } from 'zod';
import { Param } from '../wire/param.js';
import { type SettingValue, USER_SETTINGS, type UserSetting, type UserSettingName, type UserSettingValues } from './user-settings.js';

/** Settings to change, in our spelling. */
export type SettingChanges = Partial<UserSettingValues>;

/** One optional parameter for each of the settings: what the registry says of it, in every spelling that clients send. */
export function settingParameters<N extends UserSettingName>(names: readonly N[]): { readonly [K in N]: Param<SettingValue | undefined> } {
  const parameters = names.map((name) => [name, parameterOf(name, USER_SETTINGS[name])] as const);
  return Object.fromEntries(parameters) as { readonly [K in N]: Param<SettingValue | undefined> };
}

/** What of a request's parameters is a setting. The parameters were checked, so what does not parse is no setting's. */
export function settingChanges(params: Readonly<Record<string, unknown>>): SettingChanges {
  const changes = Object.entries(USER_SETTINGS).flatMap(([name, { schema, spellings }]) => {
    const given = params[name];
    const chosen = schema.safeParse(ours(spellings, given));
    return given !== undefined && chosen.success ? [[name, chosen.data] as const] : [];
  });
  return Object.fromEntries(changes) as SettingChanges;
}

/** Words travel as plain text, and quoted as JSON by clients that encode everything; all else as JSON. */
function parameterOf(name: string, { schema, spellings, initial, refusalText }: UserSetting): Param<SettingValue | undefined> {
  const encoding = typeof initial === 'string' ? 'textOrJson' : 'json';
  const words = Object.keys(spellings);
  if (words.length > 0)
    return new Param<SettingValue>(z.union([schema, z.enum(words)]), encoding).optional().refusal(() => `Invalid ${name}`);
  const param = new Param<SettingValue>(schema, encoding).optional();
  return refusalText === undefined ? param : param.refusal(refusalText);
}

function ours(spellings: Readonly<Record<string, unknown>>, given: unknown): unknown {
  return typeof given === 'string' && Object.hasOwn(spellings, given) ? spellings[given] : given;
}
