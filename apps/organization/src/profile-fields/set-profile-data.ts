import { guestsSeeEverybody, guestsSeeing, usersKnownToGuest } from '@parley/access';
import { apiErrors, type Caller, enforce, isAdministrator, ROLES } from '@parley/contracts';
import { PROFILE_FIELD_TYPES, type ProfileDataChange, profileValueChanged } from '@parley/contracts/organization';
import { renderDescription } from '@parley/markdown';
import { type OrganizationRecord, organizationById, type Tx } from '@parley/persistence';
import type { Change } from '../change.js';
import { fieldDataOf } from './profile-field-content.js';
import { type ProfileFieldRecord, profileFieldsOf } from './profile-fields.repository.js';
import { maySetValue, profileValueRefusal, storedForm } from './profile-value.policy.js';
import { profileValuesOf, putProfileValues, type StoredValue, usersNamedInValues } from './profile-values.repository.js';

const { SHORT_TEXT, LONG_TEXT, USER } = PROFILE_FIELD_TYPES;

/**
 * Sets profile values of a user: their own, or as an administrator those of others. The caller must check that `actor` may change this
 * account. Either all values are set or none. Unchanged values log no event.
 * @throws ApiError for an unknown field, an invalid value, or a field that `actor` may not edit
 */
export async function setProfileData(change: Change, actor: Caller, userId: number, data: ProfileDataChange): Promise<void> {
  const { tx, log, organizationId } = change;
  const organization = await organizationById(tx, organizationId);
  if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
  const wanted = await checkedData(tx, organization, actor, data);
  const now = await profileValuesOf(tx, organizationId, userId);
  const changed = wanted.filter(({ fieldId, value }) => (now.get(fieldId) ?? null) !== value);
  if (changed.length === 0) return;
  await putProfileValues(tx, organizationId, userId, changed);
  const guestsWithAccess = await guestsSeeing(tx, organization, userId);
  for (const stored of changed) log.append(profileValueChanged, { ...stored, userIds: [userId], guestsWithAccess });
}

/** Checks the values. Of several values for one field the last one counts. */
async function checkedData(tx: Tx, organization: OrganizationRecord, actor: Caller, data: ProfileDataChange): Promise<StoredValue[]> {
  const fields = new Map((await profileFieldsOf(tx, organization.id)).map((field) => [field.id, field]));
  const wanted = data.map(({ id, value }) => {
    const field = fields.get(id);
    if (field === undefined) throw apiErrors.noSuchProfileField({ id });
    const rules = {
      name: field.name,
      type: field.fieldType,
      editableByUser: field.editableByUser,
      choices: Object.keys(fieldDataOf(field)),
    };
    if (!maySetValue(rules, { isAdministrator: isAdministrator(actor.role) })) throw apiErrors.profileFieldNotEditable();
    enforce(profileValueRefusal(rules, value));
    return { field, value: storedForm(value) };
  });
  const named = wanted.flatMap(({ value }) => (Array.isArray(value) ? value : []));
  await checkPeople(tx, organization, actor, named);
  const last = new Map(wanted.map(({ field, value }) => [field.id, storedValue(field, value)]));
  return [...last.values()];
}

function storedValue({ id: fieldId, fieldType }: ProfileFieldRecord, value: string | readonly number[] | null): StoredValue {
  if (value === null) return { fieldId, value: null, rendered: null };
  if (fieldType === USER.id || typeof value !== 'string') return { fieldId, value: JSON.stringify(value), rendered: null };
  const isRendered = fieldType === SHORT_TEXT.id || fieldType === LONG_TEXT.id;
  return { fieldId, value, rendered: isRendered ? renderDescription(value) : null };
}

/** A guest can only name users whom they may see. @throws invalidUserId, namedUserDeactivated, namedUserIsBot */
async function checkPeople(tx: Tx, organization: OrganizationRecord, actor: Caller, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const people = new Map((await usersNamedInValues(tx, organization.id, userIds)).map((person) => [person.id, person]));
  const seesAll = actor.role !== ROLES.guest || (await guestsSeeEverybody(tx, organization));
  const seen = seesAll ? undefined : new Set(await usersKnownToGuest(tx, organization.id, actor.userId));
  for (const id of userIds) {
    const person = people.get(id);
    if (person === undefined || seen?.has(id) === false) throw apiErrors.invalidUserId({ id });
    if (!person.isActive) throw apiErrors.namedUserDeactivated({ id });
    if (person.isBot) throw apiErrors.namedUserIsBot({ id });
  }
}
