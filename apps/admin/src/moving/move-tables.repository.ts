import { Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

/** Not read after a move: clients register again, so no queue needs the events of the log, and no text has to be erased from them. */
const NOT_MOVED: ReadonlySet<string> = new Set(['event_log', 'text_to_erase']);
/**
 * Small tables that are carried over while nothing changes. With their rows, services of the target find the organization, make its calls and erase
 * its files, so the target must not have them earlier. queued_mail is carried over with them. It has no organization_id.
 */
export const CARRIED_OVER = ['organization', 'organization_counter', 'outbox_call', 'file_to_erase'] as const;

const tableRow = z.object({ name: z.string(), isPartitioned: z.boolean() });

/** The tables that have organization_id, except for partitions. */
async function tablesOfOrganizations(reader: SqlReader): Promise<z.output<typeof tableRow>[]> {
  return rows(
    reader,
    tableRow,
    Prisma.sql`
    SELECT c.relname::text AS name, c.relkind = 'p' AS "isPartitioned" FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
}

/** The tables that PostgreSQL replicates. A new table with organization_id is among them. */
export async function replicatedTables(reader: SqlReader): Promise<string[]> {
  const carried: readonly string[] = CARRIED_OVER;
  return (await tablesOfOrganizations(reader)).map(({ name }) => name).filter((name) => !NOT_MOVED.has(name) && !carried.includes(name));
}

/** The tables whose rows a fence protects. A partitioned table needs no trigger, because each change of it also changes organization_counter. */
export async function fencedTables(reader: SqlReader): Promise<string[]> {
  const found = await tablesOfOrganizations(reader);
  return ['organization', ...found.filter(({ isPartitioned }) => !isPartitioned).map(({ name }) => name)];
}

const leafRow = z.object({ name: z.string(), blocks: z.int() });
export type Leaf = z.output<typeof leafRow>;

/** All tables with rows of organizations, also partitions, with their size. That of the organizations is the last one. */
export function leafTables(reader: SqlReader): Promise<Leaf[]> {
  return rows(
    reader,
    leafRow,
    Prisma.sql`
    SELECT c.relname::text AS name, (pg_relation_size(c.oid) / current_setting('block_size')::bigint)::int AS blocks FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND (c.relname = 'organization' OR EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped))
    ORDER BY c.relname = 'organization', c.relname = 'organization_counter', 1`,
  );
}
