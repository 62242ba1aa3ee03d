import { apiErrors, isStorable } from '@parley/contracts';
import { isDefaultExternalAccount, PROFILE_FIELD_TYPES, type ProfileFieldType } from '@parley/contracts/organization';

/** An option of a dropdown. */
export interface ProfileChoice {
  readonly text: string;
  /** Position in the list, as text. */
  readonly order: string;
}

type FieldData = Readonly<Record<string, unknown>>;

const MAX_CHOICES = 200;
const MAX_TEXT_LENGTH = 200;
const USERNAME = '%(username)s';

const refused = (msg: string) => apiErrors.badRequest({ msg });

/** The data of a field as stored; null for types without data. @throws badRequest */
export function checkedFieldData(type: ProfileFieldType, data: FieldData): FieldData | null {
  if (type === PROFILE_FIELD_TYPES.SELECT.id) return choicesOf(data);
  if (type === PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT.id) return externalAccount(data);
  return null;
}

function choicesOf(data: FieldData): Readonly<Record<string, ProfileChoice>> {
  const choices = Object.entries(data).map(([key, choice]): [string, ProfileChoice] => [
    checkedText('field_data key', key),
    choiceOf(key, choice),
  ]);
  if (choices.length === 0) throw refused('Field must have at least one choice.');
  if (choices.length > MAX_CHOICES) throw refused(`Field must have at most ${MAX_CHOICES} choices.`);
  if (new Set(choices.map(([, { text }]) => text)).size < choices.length) throw refused('Field must not have duplicate choices.');
  return Object.fromEntries(choices);
}

function choiceOf(key: string, choice: unknown): ProfileChoice {
  const at = `field_data["${key}"]`;
  if (typeof choice !== 'object' || choice === null || Array.isArray(choice)) throw refused(`${at} is not a dict`);
  const read = (name: 'text' | 'order'): string => {
    const value: unknown = Reflect.get(choice, name);
    if (value === undefined) throw refused(`${at}["${name}"] field is missing`);
    return checkedText(`${at}["${name}"]`, name === 'order' && typeof value === 'number' ? String(value) : value);
  };
  return { text: read('text'), order: read('order') };
}

function externalAccount(data: FieldData): FieldData {
  const { subtype, url_pattern: pattern } = data;
  if (isDefaultExternalAccount(subtype)) return { subtype };
  if (subtype !== 'custom') throw refused('Invalid external account type');
  if (pattern === undefined) throw refused('Custom external account must define URL pattern');
  const url_pattern = checkedText('URL pattern', pattern);
  if (url_pattern.split(USERNAME).length !== 2) throw refused(`URL pattern must contain '${USERNAME}'.`);
  if (!isWebAddress(url_pattern.replace(USERNAME, 'username'))) throw refused('URL pattern is not a URL');
  return { subtype, url_pattern };
}

function checkedText(at: string, value: unknown): string {
  if (typeof value !== 'string') throw refused(`${at} is not a string`);
  const text = value.trim();
  if (text === '') throw refused(`${at} cannot be blank`);
  if (text.length > MAX_TEXT_LENGTH) throw refused(`${at} is too long (limit: ${MAX_TEXT_LENGTH} characters)`);
  if (!isStorable(text)) throw refused(`${at} has invalid format`);
  return text;
}

/** Whether it is an http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}

const { SHORT_TEXT, EXTERNAL_ACCOUNT, USER } = PROFILE_FIELD_TYPES;

/** Fields with users are not shown in profile summaries. */
export function maySummarize(type: ProfileFieldType): boolean {
  return type !== USER.id;
}

export function mayMatchUsers(type: ProfileFieldType): boolean {
  return type === SHORT_TEXT.id || type === EXTERNAL_ACCOUNT.id;
}
