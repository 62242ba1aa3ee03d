import { isProfileFieldType, type ProfileFieldObject, type ProfileFieldType, profileFieldsChanged } from '@parley/contracts/organization';
import type { ChangeLog } from '@parley/event-log';
import type { Reader, Tx } from '@parley/persistence';

/** The row of a custom profile field. */
export interface ProfileFieldRecord {
  readonly id: number;
  readonly fieldType: ProfileFieldType;
  readonly name: string;
  readonly hint: string;
  /** JSON. Empty if the field type has no data. */
  readonly fieldData: string;
  readonly place: number;
  readonly displayInProfileSummary: boolean;
  readonly required: boolean;
  readonly editableByUser: boolean;
  readonly useForUserMatching: boolean;
}

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

/** In wire format. */
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

export async function logProfileFields(tx: Tx, log: ChangeLog, organizationId: number): Promise<void> {
  log.append(profileFieldsChanged, { fields: await profileFieldObjects(tx, organizationId) });
}
