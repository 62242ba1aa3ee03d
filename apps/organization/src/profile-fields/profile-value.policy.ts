import { apiErrors, isStorable, type Refusal } from '@parley/contracts';
import { PROFILE_FIELD_TYPES, type ProfileFieldType } from '@parley/contracts/organization';
import { isWebAddress } from './profile-field-data.js';

/** The properties of a profile field that its values depend on. */
export interface FieldRules {
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

/** Whether the user may set the value of the field themselves. */
export function maySetValue({ editableByUser }: FieldRules, { isAdministrator }: { readonly isAdministrator: boolean }): boolean {
  return editableByUser || isAdministrator;
}

/** Why the field cannot have this value. Whether the users in it exist is checked in the database. */
export function profileValueRefusal(field: FieldRules, value: string | readonly number[] | null): Refusal {
  if (value === null || value.length === 0) return undefined;
  if (field.type === PROFILE_FIELD_TYPES.USER.id) return userIdsRefusal(value);
  if (typeof value !== 'string') return apiErrors.notString(field);
  return isStorable(value) ? textRefusal(field, value) : apiErrors.invalidFormat(field);
}

/** The value as stored: text, or unique ids of users. Null for no value. */
export function storedForm(value: string | readonly number[] | null): string | readonly number[] | null {
  if (value === null || value.length === 0) return null;
  return typeof value === 'string' ? value : [...new Set(value)];
}

function userIdsRefusal(value: string | readonly number[]): Refusal {
  if (typeof value === 'string') return apiErrors.notList({ name: 'User IDs' });
  return new Set(value).size > MAX_USERS ? apiErrors.valueTooLarge({ name: 'User IDs' }) : undefined;
}

function textRefusal({ name, type, choices }: FieldRules, value: string): Refusal {
  const longerThan = (limit: number) => ([...value].length > limit ? apiErrors.textTooLong({ name, limit }) : undefined);
  switch (type) {
    case PROFILE_FIELD_TYPES.LONG_TEXT.id:
      return longerThan(MAX_LONG);
    case PROFILE_FIELD_TYPES.SELECT.id:
      return choices.includes(value) ? undefined : apiErrors.invalidChoice({ value, name });
    case PROFILE_FIELD_TYPES.DATE.id:
      return isDate(value) ? undefined : apiErrors.notDate({ name });
    case PROFILE_FIELD_TYPES.URL.id:
      return isWebAddress(value) ? longerThan(MAX_URL) : apiErrors.notUrl({ name });
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
