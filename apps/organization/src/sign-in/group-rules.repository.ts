import { Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const groupRow = z.object({ groupId: z.int() });

/** The groups among these that the account was added to. */
export async function memberships(
  reader: SqlReader,
  organizationId: number,
  userId: number,
  groupIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await rows(
    reader,
    groupRow,
    Prisma.sql`
    SELECT m.group_id AS "groupId" FROM user_group_member m
    WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId} AND m.group_id = ANY (${[...groupIds]}::int[])`,
  );
  return new Set(found.map(({ groupId }) => groupId));
}
