import { dbInt, onlyRow, Prisma, type Reader } from '@parley/persistence';
import { z } from 'zod';

const installation = z.object({ deployedAt: dbInt });

/** When the running release was deployed, in seconds since the epoch. */
export async function readDeployedAt(reader: Reader): Promise<number> {
  const { deployedAt } = await onlyRow(
    reader,
    installation,
    Prisma.sql`SELECT floor(extract(epoch FROM deployed_at))::bigint AS "deployedAt" FROM installation`,
  );
  return deployedAt;
}
