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

/** The data of a field as stored; null for types without data. @throws ApiError */
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
  if (choices.length === 0) throw apiErrors.noChoices();
  if (choices.length > MAX_CHOICES) throw apiErrors.tooManyChoices({ limit: MAX_CHOICES });
  if (new Set(choices.map(([, { text }]) => text)).size < choices.length) throw apiErrors.duplicateChoices();
  return Object.fromEntries(choices);
}

function choiceOf(key: string, choice: unknown): ProfileChoice {
  const at = `field_data["${key}"]`;
  if (typeof choice !== 'object' || choice === null || Array.isArray(choice)) throw apiErrors.notDict({ name: at });
  const read = (name: 'text' | 'order'): string => {
    const value: unknown = Reflect.get(choice, name);
    if (value === undefined) throw apiErrors.missingValue({ name: `${at}["${name}"]` });
    return checkedText(`${at}["${name}"]`, name === 'order' && typeof value === 'number' ? String(value) : value);
  };
  return { text: read('text'), order: read('order') };
}

function externalAccount(data: FieldData): FieldData {
  const { subtype, url_pattern: pattern } = data;
  if (isDefaultExternalAccount(subtype)) return { subtype };
  if (subtype !== 'custom') throw apiErrors.invalidExternalAccountType();
  if (pattern === undefined) throw apiErrors.externalAccountWithoutPattern();
  const url_pattern = checkedText('URL pattern', pattern);
  if (url_pattern.split(USERNAME).length !== 2) throw apiErrors.patternWithoutVariable({ variable: USERNAME });
  if (!isWebAddress(url_pattern.replace(USERNAME, 'username'))) throw apiErrors.notUrl({ name: 'URL pattern' });
  return { subtype, url_pattern };
}

function checkedText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw apiErrors.notString({ name });
  const text = value.trim();
  if (text === '') throw apiErrors.blankText({ name });
  if (text.length > MAX_TEXT_LENGTH) throw apiErrors.textTooLong({ name, limit: MAX_TEXT_LENGTH });
  if (!isStorable(text)) throw apiErrors.invalidFormat({ name });
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
