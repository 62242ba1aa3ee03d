import { isProfileFieldType, type ProfileFieldObject, type ProfileFieldType, profileFieldsChanged } from '@parley/contracts';
import type { ChangeLog } from '@parley/event-log';
import type { Reader, Tx } from '@parley/persistence';

/** A custom profile field as its row is. */
export interface ProfileFieldRecord {
  readonly id: number;
  readonly fieldType: ProfileFieldType;
  readonly name: string;
  readonly hint: string;
  /** JSON text; empty where the type has none. */
  readonly fieldData: string;
  readonly place: number;
  readonly displayInProfileSummary: boolean;
  readonly required: boolean;
  readonly editableByUser: boolean;
  readonly useForUserMatching: boolean;
}

/** All fields of the organization, in their order. */
export async function profileFieldsOf(reader: Reader, organizationId: number): Promise<ProfileFieldRecord[]> {
  const rows = await reader.profileField.findMany({
    where: { organizationId },
    omit: { organizationId: true },
    orderBy: [{ place: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ fieldType, ...row }) => {
    if (!isProfileFieldType(fieldType)) throw new Error(`profile field ${row.id} has the unknown type ${fieldType}`);
    return { ...row, fieldType };
  });
}

/** As clients read them. */
export async function profileFieldObjects(reader: Reader, organizationId: number): Promise<ProfileFieldObject[]> {
  const fields = await profileFieldsOf(reader, organizationId);
  return fields.map((field) => ({
    id: field.id,
    type: field.fieldType,
    order: field.place,
    name: field.name,
    hint: field.hint,
    field_data: field.fieldData,
    ...(field.displayInProfileSummary ? { display_in_profile_summary: true as const } : {}),
    required: field.required,
    editable_by_user: field.editableByUser,
    ...(field.useForUserMatching ? { use_for_user_matching: true as const } : {}),
  }));
}

/** Logs how the fields are after a change. */
export async function logProfileFields(tx: Tx, log: ChangeLog, organizationId: number): Promise<void> {
  log.append(profileFieldsChanged, { fields: await profileFieldObjects(tx, organizationId) });
}
