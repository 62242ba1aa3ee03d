import {
  apiErrors,
  type Caller,
  isAdministrator,
  PROFILE_FIELD_TYPES,
  type ProfileDataChange,
  profileValueChanged,
  ROLES,
} from '@parley/contracts';
import { renderDescription } from '@parley/markdown';
import {
  guestsSeeEverybody,
  guestsSeeing,
  type OrganizationRecord,
  organizationById,
  type Tx,
  usersKnownToGuest,
} from '@parley/persistence';
import { checkedValue, checkMayTell } from '@parley/policies';
import type { Change } from '../groups/group-content.js';
import { fieldDataOf } from './profile-field-content.js';
import { type ProfileFieldRecord, profileFieldsOf } from './profile-field-records.js';

const { SHORT_TEXT, LONG_TEXT, USER } = PROFILE_FIELD_TYPES;

/** What is stored of one field: null, nothing. */
interface Told {
  readonly fieldId: number;
  readonly value: string | null;
  readonly rendered: string | null;
}

/**
 * Sets what a person tells in profile fields: for himself, or as an administrator for others. Whether `actor` may change this person's account is
 * decided by whoever calls this. All or nothing; what is so already tells nobody.
 * @throws badRequest with the texts of reference/api-surface.md "profile_data".
 */
export async function setProfileData(change: Change, actor: Caller, userId: number, data: ProfileDataChange): Promise<void> {
  const { tx, log, organizationId } = change;
  const organization = await organizationById(tx, organizationId);
  if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
  const wanted = await checkedData(tx, organization, actor, data);
  const rows = await tx.profileValue.findMany({ where: { organizationId, userId } });
  const now = new Map(rows.map(({ fieldId, value }) => [fieldId, value]));
  const changed = wanted.filter(({ fieldId, value }) => (now.get(fieldId) ?? null) !== value);
  if (changed.length === 0) return;
  await store(tx, organizationId, userId, changed);
  const guestsWithAccess = await guestsSeeing(tx, organization, userId);
  for (const told of changed) log.append(profileValueChanged, { ...told, userIds: [userId], guestsWithAccess });
}

/** Checked and as it is stored, each field once: the last value given for it. */
async function checkedData(tx: Tx, organization: OrganizationRecord, actor: Caller, data: ProfileDataChange): Promise<Told[]> {
  const fields = new Map((await profileFieldsOf(tx, organization.id)).map((field) => [field.id, field]));
  const wanted = data.map(({ id, value }) => {
    const field = fields.get(id);
    if (field === undefined) throw apiErrors.badRequest({ msg: `Field id ${id} not found.` });
    const told = {
      name: field.name,
      type: field.fieldType,
      editableByUser: field.editableByUser,
      choices: Object.keys(fieldDataOf(field)),
    };
    checkMayTell(told, { isAdministrator: isAdministrator(actor.role) });
    return { field, value: checkedValue(told, value) };
  });
  const named = wanted.flatMap(({ value }) => (Array.isArray(value) ? value : []));
  await checkPeople(tx, organization, actor, named);
  const last = new Map(wanted.map(({ field, value }) => [field.id, told(field, value)]));
  return [...last.values()];
}

function told({ id: fieldId, fieldType }: ProfileFieldRecord, value: string | readonly number[] | null): Told {
  if (value === null) return { fieldId, value: null, rendered: null };
  if (fieldType === USER.id || typeof value !== 'string') return { fieldId, value: JSON.stringify(value), rendered: null };
  const isRendered = fieldType === SHORT_TEXT.id || fieldType === LONG_TEXT.id;
  return { fieldId, value, rendered: isRendered ? renderDescription(value) : null };
}

/** Whom a guest may not see he cannot name. @throws badRequest */
async function checkPeople(tx: Tx, organization: OrganizationRecord, actor: Caller, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await tx.$queryRaw<{ id: number; isActive: boolean; isBot: boolean }[]>`
    SELECT id, is_active AS "isActive", is_bot AS "isBot" FROM user_account
    WHERE organization_id = ${organization.id} AND id = ANY (${[...userIds]}::bigint[])`;
  const people = new Map(rows.map((row) => [row.id, row]));
  const seesAll = actor.role !== ROLES.guest || (await guestsSeeEverybody(tx, organization));
  const seen = seesAll ? undefined : new Set(await usersKnownToGuest(tx, organization.id, actor.userId));
  for (const id of userIds) {
    const person = people.get(id);
    if (person === undefined || seen?.has(id) === false) throw apiErrors.badRequest({ msg: `Invalid user ID: ${id}` });
    if (!person.isActive) throw apiErrors.badRequest({ msg: `User with ID ${id} is deactivated` });
    if (person.isBot) throw apiErrors.badRequest({ msg: `User with ID ${id} is a bot` });
  }
}

async function store(tx: Tx, organizationId: number, userId: number, changed: readonly Told[]): Promise<void> {
  const gone = changed.filter(({ value }) => value === null).map(({ fieldId }) => fieldId);
  await tx.profileValue.deleteMany({ where: { organizationId, userId, fieldId: { in: gone } } });
  const kept = changed.filter(({ value }) => value !== null);
  await tx.$executeRaw`
    INSERT INTO profile_value (user_id, field_id, organization_id, value, rendered)
    SELECT ${userId}, told.field_id, ${organizationId}, told.value, told.rendered
    FROM unnest(${kept.map(({ fieldId }) => fieldId)}::int[], ${kept.map(({ value }) => value)}::text[], ${kept.map(({ rendered }) => rendered)}::text[])
      AS told (field_id, value, rendered)
    ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, rendered = excluded.rendered`;
}
