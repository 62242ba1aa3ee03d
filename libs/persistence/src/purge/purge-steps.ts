import { apiErrors, type InputOf, type OutputOf, type PurgePart } from '@parley/contracts';
import { z } from 'zod';
import type { Database } from '../database.js';
import { Prisma } from '../generated/client.js';
import { onlyParsedRow, type SqlReader } from '../rows.js';

/** Rows of one transaction: few enough that it takes some hundredths of a second. */
export const PURGE_PORTION = 2_000;
/** How long a call goes on before it says where the next one has to begin. */
const CALL_MS = 250;

/** Deletes rows of one organization. A service has a list of them, whose order foreign keys allow. */
export interface PurgeStep {
  /** What it empties. A test compares the tables of all steps with those of the database. */
  readonly tables: readonly string[];
  /** If it only deletes rows: how they are found. */
  readonly way?: Way;
  /** Deletes a portion in one transaction. It may be repeated, because a call may be. */
  run(organizationId: number): Promise<Purged>;
}
interface Purged {
  readonly deleted: number;
  /** Whether there may be further rows. */
  readonly hasMore: boolean;
}

/** How the rows of an organization are found without reading those of others. Each way is the beginning of an index. */
export type Way =
  /** The columns after organization_id. `isBackward`: from the end, where older rows are the parents of newer ones. */
  | { readonly key: readonly string[]; readonly isBackward?: true }
  /** A column with ids of users, channels or groups of the organization. */
  | { readonly column: string; readonly parent: 'user_account' | 'channel' | 'user_group' };

/** A step that deletes rows of one table, and nothing else. */
export function purgeRows(database: Database, table: string, way: Way, portion = PURGE_PORTION): PurgeStep {
  return {
    tables: [table],
    way,
    run: async (organizationId) => {
      const { deleted, found } = await purgePortion(database, purgeStatement(table, way, organizationId, portion));
      return { deleted, hasMore: found >= portion };
    },
  };
}

/** Fewer rows are deleted than found if another call deletes the same ones: what is found says whether there are more. */
const countRow = z.object({ deleted: z.int(), found: z.int() });

/**
 * Runs a statement that deletes a portion and returns `deleted` and `found`, the numbers of its rows. The planner does not know how many rows an organization
 * has that is younger than the newest ANALYZE. Without these settings it may take one for small, and read all of its rows for each portion.
 */
export async function purgePortion(database: Database, statement: Prisma.Sql): Promise<z.output<typeof countRow>> {
  const settings = Prisma.sql`
    SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;
  const [, counted = []] = await database.runTogether([settings, statement]);
  return onlyParsedRow(countRow, counted);
}

/**
 * The limit is a constant of the text: with a parameter, the planner would expect many rows. ORDER BY names the columns of the index, so that
 * the planner uses it: a scan of the table would read the rows that earlier portions deleted again and again. `::numeric`
 * prevents the use of an index on organization_id, so the rows are found by ctid. The planner would choose such an index if it took the organization
 * for a small one.
 */
export function purgeStatement(table: string, way: Way, organizationId: number, portion: number): Prisma.Sql {
  const [name, limit] = [Prisma.raw(table), Prisma.raw(String(portion))];
  return Prisma.sql`
    WITH portion AS MATERIALIZED (SELECT ARRAY(${places(name, way, organizationId, limit)}) AS places),
    gone AS (
      DELETE FROM ${name} d WHERE d.organization_id = ${organizationId}::numeric AND d.ctid = ANY ((SELECT p.places FROM portion p)::tid[])
      RETURNING 1)
    SELECT (SELECT count(*) FROM gone)::int AS deleted, cardinality(p.places) AS found FROM portion p`;
}

function places(name: Prisma.Sql, way: Way, organizationId: number, limit: Prisma.Sql): Prisma.Sql {
  if ('key' in way) {
    const order = Prisma.raw(['organization_id', ...way.key].map((column) => `r.${column}${way.isBackward ? ' DESC' : ''}`).join(', '));
    return Prisma.sql`SELECT r.ctid FROM ${name} r WHERE r.organization_id = ${organizationId} ORDER BY ${order} LIMIT ${limit}`;
  }
  return Prisma.sql`
    SELECT found.place FROM ${Prisma.raw(way.parent)} p CROSS JOIN LATERAL (
      SELECT r.ctid AS place FROM ${name} r WHERE r.organization_id = ${organizationId} AND r.${Prisma.raw(way.column)} = p.id LIMIT ${limit}) AS found
    WHERE p.organization_id = ${organizationId} LIMIT ${limit}`;
}

/**
 * Works on the steps for a while. Each portion is a transaction of its own, so a process that dies leaves nothing half done.
 * @throws notBeingPurged
 */
export async function purgeForAWhile(
  reader: SqlReader,
  steps: readonly PurgeStep[],
  { organizationId, step }: InputOf<PurgePart>,
  callMs = CALL_MS,
): Promise<OutputOf<PurgePart>> {
  if (!(await isBeingPurged(reader, organizationId))) throw apiErrors.notBeingPurged();
  const end = performance.now() + callMs;
  let at = step;
  let deleted = 0;
  for (let current = steps[at]; current !== undefined; current = steps[at]) {
    const purged = await current.run(organizationId);
    deleted += purged.deleted;
    if (!purged.hasMore) at += 1;
    if (performance.now() >= end) break;
  }
  return { deleted, next: at < steps.length ? at : null };
}

/** Whether an operator has begun to delete the organization. */
export async function isBeingPurged(reader: SqlReader, organizationId: number): Promise<boolean> {
  const found = await reader.$queryRaw(Prisma.sql`SELECT FROM organization WHERE id = ${organizationId} AND purge_started_at IS NOT NULL`);
  return Array.isArray(found) && found.length > 0;
}
