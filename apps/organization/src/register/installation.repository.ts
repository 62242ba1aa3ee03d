import { dbInt, Prisma, type Select, type SqlReader, select, selectRows } from '@parley/persistence';
import { z } from 'zod';

const installationRow = z.object({ deployedAt: dbInt });

/** When the running release was deployed, in seconds since the epoch. It is stored, so that all replicas agree. */
export function selectInstallation(): Select<typeof installationRow> {
  return select(installationRow, Prisma.sql`SELECT floor(extract(epoch FROM deployed_at))::bigint AS "deployedAt" FROM installation`);
}

export function readInstallation(reader: SqlReader): Promise<z.output<typeof installationRow>[]> {
  return selectRows(reader, selectInstallation());
}
