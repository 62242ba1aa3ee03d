import type { Reader } from '@parley/persistence';

/** When the running release was deployed, in seconds since the epoch. */
export async function readDeployedAt(reader: Reader): Promise<number> {
  const [row] = await reader.$queryRaw<{ deployedAt: number }[]>`
    SELECT floor(extract(epoch FROM deployed_at))::float8 AS "deployedAt" FROM installation`;
  if (row === undefined) throw new Error('the table installation has no row');
  return row.deployedAt;
}
