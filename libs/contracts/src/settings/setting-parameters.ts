import { z } from 'zod';
import { Param } from '../wire/param.js';
import { type SettingValue, USER_SETTINGS, type UserSetting, type UserSettingName, type UserSettingValues } from './user-settings.js';

/** Changed settings, in our spelling. */
export type SettingChanges = Partial<UserSettingValues>;

/** One optional parameter for each setting, which accepts every spelling that clients send. */
export function settingParameters<N extends UserSettingName>(names: readonly N[]): { readonly [K in N]: Param<SettingValue | undefined> } {
  const parameters = names.map((name) => [name, parameterOf(USER_SETTINGS[name])] as const);
  return Object.fromEntries(parameters) as { readonly [K in N]: Param<SettingValue | undefined> };
}

/** The settings among a request's parameters. The parameters were validated before, so those that do not parse are not settings. */
export function settingChanges(params: Readonly<Record<string, unknown>>): SettingChanges {
  const changes = Object.entries(USER_SETTINGS).flatMap(([name, { schema, spellings }]) => {
    const given = params[name];
    const chosen = schema.safeParse(ours(spellings, given));
    return given !== undefined && chosen.success ? [[name, chosen.data] as const] : [];
  });
  return Object.fromEntries(changes) as SettingChanges;
}

/** Words are sent as plain text, or as JSON strings by clients that encode everything; all other values as JSON. */
function parameterOf(setting: UserSetting): Param<SettingValue | undefined> {
  const { schema, spellings, initial } = setting;
  const words = Object.keys(spellings);
  const accepted = words.length === 0 ? schema : z.union([schema, z.enum(words)]);
  const param = new Param<SettingValue>(accepted, typeof initial === 'string' ? 'textOrJson' : 'json').optional();
  const described = param.describe(descriptionOf(setting));
  // The error of a union would be notAllowedType.
  const refusal = setting.refusal ?? (words.length > 0 ? 'invalidValue' : undefined);
  return refusal === undefined ? described : described.refusal(refusal);
}

function descriptionOf({ meaning, spellings }: UserSetting): string {
  const others = Object.entries(spellings).map(([theirs, ours]) => `\`${theirs}\` (${String(ours)})`);
  return [meaning, others.length === 0 ? undefined : `Also accepted: ${others.join(', ')}.`].filter((text) => text !== undefined).join(' ');
}

function ours(spellings: Readonly<Record<string, unknown>>, given: unknown): unknown {
  return typeof given === 'string' && Object.hasOwn(spellings, given) ? spellings[given] : given;
}
