import { dbInt, onlyRow, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const cellRow = z.object({ number: dbInt.nullable(), schema: z.string().nullable() });

/** The number of a cell is in its sequences: tools/src/migrate/number-ids.ts. */
export function describedCell(reader: SqlReader): Promise<z.output<typeof cellRow>> {
  return onlyRow(
    reader,
    cellRow,
    Prisma.sql`
      SELECT CASE WHEN s.seqincrement > 1 THEN (s.seqstart - 1) % s.seqincrement + 1 END AS number, i.schema_version AS schema
      FROM installation i, pg_sequence s WHERE s.seqrelid = 'message_id_seq'::regclass`,
  );
}
