import { firstRow, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const groupRow = z.object({ name: z.string().nullable() });

export async function groupName(reader: SqlReader, organizationId: number, groupId: number): Promise<string | undefined> {
  const named = Prisma.sql`SELECT g.name FROM user_group g WHERE g.organization_id = ${organizationId} AND g.id = ${groupId}`;
  return (await firstRow(reader, groupRow, named))?.name ?? undefined;
}
