import { apiErrors } from '@parley/contracts';
import {
  DEFAULT_EXTERNAL_ACCOUNTS,
  isDefaultExternalAccount,
  PROFILE_FIELD_TYPES,
  type ProfileFieldType,
} from '@parley/contracts/organization';
import { z } from 'zod';
import { checkedFieldData, mayMatchUsers, maySummarize } from './profile-field-data.js';
import type { ProfileFieldRecord } from './profile-fields.repository.js';

const MAX_IN_SUMMARY = 2;

type FieldData = Readonly<Record<string, unknown>>;

/** The properties of a field in a request. Absent ones are undefined. */
export interface FieldParams {
  readonly name?: string | undefined;
  readonly hint?: string | undefined;
  readonly field_data?: FieldData | undefined;
  readonly display_in_profile_summary?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly editable_by_user?: boolean | undefined;
  readonly use_for_user_matching?: boolean | undefined;
}

/** A field without its id and position. */
export type FieldContent = Omit<ProfileFieldRecord, 'id' | 'place'>;

const INITIAL: Omit<FieldContent, 'fieldType'> = {
  name: '',
  hint: '',
  fieldData: '',
  displayInProfileSummary: false,
  required: false,
  editableByUser: true,
  useForUserMatching: false,
};

const storedData = z.record(z.string(), z.unknown());

/** The data of a field, parsed. */
export function fieldDataOf({ fieldData }: FieldContent): FieldData {
  return fieldData === '' ? {} : storedData.parse(JSON.parse(fieldData));
}

/** A field as a request creates it. A known site determines its name and hint. @throws ApiError */
export function newField(fieldType: ProfileFieldType, params: FieldParams, others: readonly ProfileFieldRecord[]): FieldContent {
  const data = params.field_data ?? {};
  const site = knownSite(fieldType, data);
  return fieldWith({ ...INITIAL, fieldType }, { ...params, ...site, field_data: data }, others);
}

/** A field as a request changes it. @throws ApiError */
export function changedField(field: ProfileFieldRecord, params: FieldParams, all: readonly ProfileFieldRecord[]): FieldContent {
  const { id, place, ...before } = field;
  const after = fieldWith(
    before,
    params,
    all.filter((other) => other.id !== id),
  );
  const isOtherSite = after.name !== before.name || after.hint !== before.hint || after.fieldData !== before.fieldData;
  if (isOtherSite && knownSite(field.fieldType, fieldDataOf(field)) !== undefined) throw apiErrors.knownSiteCannotChange();
  return after;
}

function knownSite(fieldType: ProfileFieldType, { subtype }: FieldData): { name: string; hint: string } | undefined {
  if (fieldType !== PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT.id || !isDefaultExternalAccount(subtype)) return undefined;
  const { name, hint } = DEFAULT_EXTERNAL_ACCOUNTS[subtype];
  return { name, hint };
}

function fieldWith(before: FieldContent, params: FieldParams, others: readonly ProfileFieldRecord[]): FieldContent {
  const name = params.name?.trim() ?? before.name;
  if (name === '') throw apiErrors.profileFieldLabelBlank();
  const field: FieldContent = {
    fieldType: before.fieldType,
    name,
    hint: params.hint?.trim() ?? before.hint,
    fieldData: params.field_data === undefined ? before.fieldData : storedForm(before.fieldType, params.field_data),
    displayInProfileSummary: params.display_in_profile_summary ?? before.displayInProfileSummary,
    required: params.required ?? before.required,
    editableByUser: params.editable_by_user ?? before.editableByUser,
    useForUserMatching: params.use_for_user_matching ?? before.useForUserMatching,
  };
  checkAmongOthers(field, others);
  return field;
}

function storedForm(fieldType: ProfileFieldType, given: FieldData): string {
  const data = checkedFieldData(fieldType, given);
  return data === null ? '' : JSON.stringify(data);
}

function checkAmongOthers(field: FieldContent, others: readonly ProfileFieldRecord[]): void {
  if (field.displayInProfileSummary) {
    if (!maySummarize(field.fieldType)) throw apiErrors.fieldTypeNotInSummary();
    if (others.filter((other) => other.displayInProfileSummary).length >= MAX_IN_SUMMARY)
      throw apiErrors.tooManyFieldsInSummary({ limit: MAX_IN_SUMMARY });
  }
  if (field.useForUserMatching && !mayMatchUsers(field.fieldType)) throw apiErrors.fieldTypeNotForMatching();
  if (others.some((other) => other.name === field.name)) throw apiErrors.profileFieldLabelInUse();
}
