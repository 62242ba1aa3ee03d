import { mayChange } from '../fences.js';
import { Prisma } from '../generated/client.js';

/** Rows that are looked at in one claim. An organization has its turn if it has one among them. */
const MOST_SEEN = 1_000;

/** A table whose rows say what is due and when. */
export interface DueTable {
  readonly name: string;
  /** The primary key, which begins with organization_id. */
  readonly key: readonly ['organization_id', ...string[]];
  /** The column with the time. It has an index. */
  readonly at: string;
}

/**
 * Locks rows that are due, of organizations in turns: first the row of each that waits for the longest time, then the second one. A subquery of the
 * UPDATE that moves them ahead, and so reserves them for the caller; if the process dies, another one takes them afterwards. All times are the
 * database's. The cost depends only on the number of rows that are due. The result has the columns of the key.
 */
export function dueInTurns({ name, key, at }: DueTable, most: number): Prisma.Sql {
  const [table, time] = [Prisma.raw(name), Prisma.raw(at)];
  const of = (alias: string) => Prisma.raw(key.map((column) => `${alias}.${column}`).join(', '));
  const isSame = Prisma.raw(key.map((column) => `w.${column} = l.${column}`).join(' AND '));
  return Prisma.sql`
    WITH seen AS (
      SELECT ${of('w')}, w.${time} AS at FROM ${table} w WHERE w.${time} <= now() AND ${mayChange(Prisma.sql`w.organization_id`)}
      ORDER BY w.${time} LIMIT ${MOST_SEEN}
    ), line AS (
      SELECT seen.*, row_number() OVER (PARTITION BY organization_id ORDER BY at) AS turn FROM seen
    )
    SELECT ${of('w')} FROM line l JOIN ${table} w ON ${isSame} WHERE w.${time} <= now()
    ORDER BY l.turn, l.at LIMIT ${most} FOR UPDATE OF w SKIP LOCKED`;
}
