import { apiErrors, isStorable } from '@parley/contracts';
import { PROFILE_FIELD_TYPES, type ProfileFieldType } from '@parley/contracts/organization';
import { isWebAddress } from './profile-field-data.js';

/** The properties of a profile field that its values depend on. */
export interface ToldField {
  readonly name: string;
  readonly type: ProfileFieldType;
  readonly editableByUser: boolean;
  /** Keys of the options of a dropdown. */
  readonly choices: readonly string[];
}

const MAX_SHORT = 50;
const MAX_LONG = 500;
const MAX_URL = 2_000;
const MAX_USERS = 500;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

const refused = (msg: string) => apiErrors.badRequest({ msg });

/** @throws badRequest if the user may not fill the field themselves. */
export function checkMayTell(field: ToldField, { isAdministrator }: { readonly isAdministrator: boolean }): void {
  if (!field.editableByUser && !isAdministrator) {
    throw refused('You are not allowed to change this field. Contact an administrator to update it.');
  }
}

/**
 * The value as stored: text, or unique ids of users. Null for no value. Whether these users exist is checked in the database.
 * @throws badRequest
 */
export function checkedValue(field: ToldField, value: string | readonly number[] | null): string | readonly number[] | null {
  if (value === null || value.length === 0) return null;
  if (field.type === PROFILE_FIELD_TYPES.USER.id) return userIds(value);
  if (typeof value !== 'string') throw refused(`${field.name} is not a string`);
  if (!isStorable(value)) throw refused(`${field.name} has invalid format`);
  const fault = textFault(field, value);
  if (fault !== undefined) throw refused(fault);
  return value;
}

function userIds(value: string | readonly number[]): readonly number[] {
  if (typeof value === 'string') throw refused('User IDs is not a list');
  const ids = [...new Set(value)];
  if (ids.length > MAX_USERS) throw refused('User IDs is too large');
  return ids;
}

function textFault({ name, type, choices }: ToldField, value: string): string | undefined {
  const longerThan = (limit: number) => ([...value].length > limit ? `${name} is too long (limit: ${limit} characters)` : undefined);
  switch (type) {
    case PROFILE_FIELD_TYPES.LONG_TEXT.id:
      return longerThan(MAX_LONG);
    case PROFILE_FIELD_TYPES.SELECT.id:
      return choices.includes(value) ? undefined : `'${value}' is not a valid choice for '${name}'.`;
    case PROFILE_FIELD_TYPES.DATE.id:
      return isDate(value) ? undefined : `${name} is not a date`;
    case PROFILE_FIELD_TYPES.URL.id:
      return isWebAddress(value) ? longerThan(MAX_URL) : `${name} is not a URL`;
    default:
      return longerThan(MAX_SHORT);
  }
}

/** Whether it is an existing date. */
function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
