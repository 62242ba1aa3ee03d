import { z } from 'zod';
import { Prisma } from './generated/client.js';
import { PREPARED } from './prepared-statements.js';
import { parsedRows, rows, type SqlReader } from './rows.js';

/** A statement with the schema of its rows. Several can run as one statement. */
export interface Select<S extends z.ZodType = z.ZodType> {
  readonly row: S;
  readonly statement: Prisma.Sql;
  /** If false, the statement does not run and has no rows. */
  readonly isWanted: boolean;
}

export function select<S extends z.ZodType>(row: S, statement: Prisma.Sql): Select<S> {
  return { row, statement, isWanted: true };
}

/** The select, to be run only if its rows are wanted. */
export function wantedIf<S extends z.ZodType>(isWanted: boolean, { row, statement }: Select<S>): Select<S> {
  return { row, statement, isWanted };
}

/** The rows of each select by its name. Null: it has none, or did not run. */
const columnsRow = z.record(z.string(), z.unknown());

export type Selects = Readonly<Record<string, Select>>;
export type RowsOf<T extends Selects> = { [K in keyof T]: z.output<T[K]['row']>[] };

/** Runs one select by itself. */
export function selectRows<S extends z.ZodType>(reader: SqlReader, { row, statement, isWanted }: Select<S>): Promise<z.output<S>[]> {
  return isWanted ? rows(reader, row, statement) : Promise.resolve([]);
}

/**
 * Runs all selects as one prepared statement, which is parsed and planned once per connection and takes one round trip. Selects that are not
 * wanted stay in the text, so that there is one text regardless of what is wanted, but PostgreSQL does not run them.
 * Rows arrive as JSON, so schemas of times must be `dbTime`. Not for long lists.
 */
export async function selectTogether<T extends Selects>(reader: SqlReader, selects: T): Promise<RowsOf<T>> {
  const statement = togetherStatement(selects);
  return togetherRows(selects, statement === undefined ? [] : await reader.$queryRaw(statement));
}

/** The statement of `selectTogether`. Undefined if nothing is wanted. */
export function togetherStatement(selects: Selects): Prisma.Sql | undefined {
  const entries = Object.entries(selects);
  if (!entries.some(([, { isWanted }]) => isWanted)) return undefined;
  const columns = entries.map(
    ([name, { statement, isWanted }]) => Prisma.sql`
      CASE WHEN ${isWanted}::boolean THEN (SELECT json_agg(r) FROM (${statement}) AS r) END AS ${Prisma.raw(`"${name}"`)}`,
  );
  return Prisma.sql`${PREPARED} SELECT ${Prisma.join(columns)}`;
}

/** The rows of each select in the result of `togetherStatement`. */
export function togetherRows<T extends Selects>(selects: T, result: unknown): RowsOf<T> {
  const [found = {}] = parsedRows(columnsRow, result);
  return Object.fromEntries(Object.entries(selects).map(([name, { row }]) => [name, parsedRows(row, found[name] ?? [])])) as RowsOf<T>;
}
