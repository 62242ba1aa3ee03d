import { onlyRow, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const deletedRow = z.object({ deleted: z.int() });

/** Deletes the oldest events of an organization that is being purged, in all partitions. Returns their number. */
export async function purgeOldestEvents(reader: SqlReader, organizationId: number, most: number): Promise<number> {
  const { deleted } = await onlyRow(
    reader,
    deletedRow,
    Prisma.sql`SELECT event_log_purge(${organizationId}::int, ${most}::int) AS deleted`,
  );
  return deleted;
}
