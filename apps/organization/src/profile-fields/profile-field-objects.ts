import { type ProfileFieldObject, profileFieldsChanged } from '@parley/contracts/organization';
import type { ChangeLog } from '@parley/event-log';
import type { SqlReader, Tx } from '@parley/persistence';
import { type ProfileFieldRecord, profileFieldsOf } from './profile-fields.repository.js';

/** In wire format. */
export async function profileFieldObjects(reader: SqlReader, organizationId: number): Promise<ProfileFieldObject[]> {
  return toProfileFieldObjects(await profileFieldsOf(reader, organizationId));
}

export function toProfileFieldObjects(fields: readonly ProfileFieldRecord[]): ProfileFieldObject[] {
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
