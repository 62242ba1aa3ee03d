import { mayChange, onlyRow, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const organizationsWithTextsToEraseRow = z.object({ id: z.int() });

/** Organizations with deleted messages whose content is still in the log. */
export async function organizationsWithTextsToErase(reader: SqlReader): Promise<number[]> {
  const found = await rows(
    reader,
    organizationsWithTextsToEraseRow,
    Prisma.sql`SELECT DISTINCT t.organization_id AS id FROM text_to_erase t WHERE ${mayChange(Prisma.sql`t.organization_id`)}`,
  );
  return found.map(({ id }) => id);
}

const eraseSomeTextsRow = z.object({ more: z.boolean() });

/** Erases some of the content that every queue has acknowledged, or that is older than this. Returns whether there is more. */
export async function eraseSomeTexts(
  reader: SqlReader,
  organizationId: number,
  acknowledgedSeq: number,
  maxSeconds: number,
): Promise<boolean> {
  const { more } = await onlyRow(
    reader,
    eraseSomeTextsRow,
    Prisma.sql`SELECT event_log_erase_texts(${organizationId}::int, ${acknowledgedSeq}::bigint, ${maxSeconds}::int) AS more`,
  );
  return more;
}

const maintainPartitionsRow = z.object({ dropped: z.int() });

/** Creates the partitions of the coming days and drops those that are older than this. Returns the number of dropped ones. */
export async function maintainPartitions(reader: SqlReader, keepDays: number): Promise<number> {
  const { dropped } = await onlyRow(reader, maintainPartitionsRow, Prisma.sql`SELECT event_log_maintain(${keepDays}::int) AS dropped`);
  return dropped;
}
