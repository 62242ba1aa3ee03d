import { Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';

/** The value of one field as it is stored. Null: none. */
export interface StoredValue {
  readonly fieldId: number;
  readonly value: string | null;
  readonly rendered: string | null;
}

const namedUser = z.object({ id: z.int(), isActive: z.boolean(), isBot: z.boolean() });
export type NamedUser = z.infer<typeof namedUser>;

const ownerRow = z.object({ userId: z.int() });

/** The values of a user, by field. */
export async function profileValuesOf(tx: Tx, organizationId: number, userId: number): Promise<ReadonlyMap<number, string>> {
  const values = await tx.profileValue.findMany({ where: { organizationId, userId } });
  return new Map(values.map(({ fieldId, value }) => [fieldId, value]));
}

/** The users among these that exist in the organization. */
export async function usersNamedInValues(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<NamedUser[]> {
  return rows(
    tx,
    namedUser,
    Prisma.sql`
    SELECT id, is_active AS "isActive", is_bot AS "isBot" FROM user_account
    WHERE organization_id = ${organizationId} AND id = ANY (${[...userIds]}::bigint[])`,
  );
}

export async function putProfileValues(tx: Tx, organizationId: number, userId: number, changed: readonly StoredValue[]): Promise<void> {
  const gone = changed.filter(({ value }) => value === null).map(({ fieldId }) => fieldId);
  await tx.profileValue.deleteMany({ where: { organizationId, userId, fieldId: { in: gone } } });
  const kept = changed.filter(({ value }) => value !== null);
  await tx.$executeRaw`
    INSERT INTO profile_value (user_id, field_id, organization_id, value, rendered)
    SELECT ${userId}, given.field_id, ${organizationId}, given.value, given.rendered
    FROM unnest(${kept.map(({ fieldId }) => fieldId)}::int[], ${kept.map(({ value }) => value)}::text[], ${kept.map(({ rendered }) => rendered)}::text[])
      AS given (field_id, value, rendered)
    ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, rendered = excluded.rendered`;
}

/** Removes these values of one field. Returns the users who had one. */
export async function removeProfileValues(tx: Tx, organizationId: number, fieldId: number, values: readonly string[]): Promise<number[]> {
  const owners = await rows(
    tx,
    ownerRow,
    Prisma.sql`
    DELETE FROM profile_value WHERE organization_id = ${organizationId} AND field_id = ${fieldId} AND value = ANY (${[...values]}::text[])
    RETURNING user_id AS "userId"`,
  );
  return owners.map(({ userId }) => userId);
}
