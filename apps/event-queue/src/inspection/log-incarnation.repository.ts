import { onlyRow, Prisma, type Reader } from '@parley/persistence';
import { z } from 'zod';

const begunRow = z.object({ organizations: z.int() });

/** Begins a new incarnation of the log of every organization. Returns their number. */
export async function newLogIncarnation(reader: Reader): Promise<number> {
  const begun = await onlyRow(reader, begunRow, Prisma.sql`SELECT new_log_incarnation()::int AS organizations`);
  return begun.organizations;
}
