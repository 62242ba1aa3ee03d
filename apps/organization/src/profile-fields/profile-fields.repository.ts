import { isProfileFieldType, type ProfileFieldType } from '@parley/contracts/organization';
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

/** In their order. */
export async function profileFieldsOf(reader: Reader, organizationId: number): Promise<ProfileFieldRecord[]> {
  const fields = await reader.profileField.findMany({
    where: { organizationId },
    omit: { organizationId: true },
    orderBy: [{ place: 'asc' }, { id: 'asc' }],
  });
  return fields.map(({ fieldType, ...field }) => {
    if (!isProfileFieldType(fieldType)) throw new Error(`profile field ${field.id} has the unknown type ${fieldType}`);
    return { ...field, fieldType };
  });
}

/** Returns its id. */
export async function insertProfileField(tx: Tx, organizationId: number, field: Omit<ProfileFieldRecord, 'id'>): Promise<number> {
  const { id } = await tx.profileField.create({ data: { ...field, organizationId }, select: { id: true } });
  return id;
}

export async function replaceProfileField(
  tx: Tx,
  organizationId: number,
  id: number,
  field: Omit<ProfileFieldRecord, 'id' | 'place'>,
): Promise<void> {
  await tx.profileField.update({ where: { id, organizationId }, data: field });
}

/** With the values of all users. */
export async function removeProfileField(tx: Tx, organizationId: number, id: number): Promise<void> {
  await tx.profileField.delete({ where: { id, organizationId } });
}

/** Renumbers them from 0. `order`: the ids of all. */
export async function renumberProfileFields(tx: Tx, organizationId: number, order: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE profile_field f SET place = wanted.place - 1
    FROM unnest(${[...order]}::int[]) WITH ORDINALITY AS wanted (id, place)
    WHERE f.id = wanted.id AND f.organization_id = ${organizationId}`;
}
