import { isProfileFieldType, type ProfileFieldType } from '@parley/contracts/organization';
import { Prisma, type Select, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const profileFieldRow = z.object({
  id: z.int(),
  fieldType: z.custom<ProfileFieldType>((value) => typeof value === 'number' && isProfileFieldType(value)),
  name: z.string(),
  hint: z.string(),
  /** JSON. Empty if the field type has no data. */
  fieldData: z.string(),
  place: z.int(),
  displayInProfileSummary: z.boolean(),
  required: z.boolean(),
  editableByUser: z.boolean(),
  useForUserMatching: z.boolean(),
});

/** The row of a custom profile field. */
export type ProfileFieldRecord = Readonly<z.output<typeof profileFieldRow>>;

/** In their order. */
export function selectProfileFields(organizationId: number): Select<typeof profileFieldRow> {
  return select(
    profileFieldRow,
    Prisma.sql`
    SELECT id, field_type AS "fieldType", name, hint, field_data AS "fieldData", place, required,
      display_in_profile_summary AS "displayInProfileSummary", editable_by_user AS "editableByUser",
      use_for_user_matching AS "useForUserMatching"
    FROM profile_field WHERE organization_id = ${organizationId} ORDER BY place, id`,
  );
}

export function profileFieldsOf(reader: SqlReader, organizationId: number): Promise<ProfileFieldRecord[]> {
  return selectRows(reader, selectProfileFields(organizationId));
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
