import { onlyRow, Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { ExportedTable } from './exported-tables.js';

/** Rows that are read at once. */
const PAGE = 1_000;

const schemaRow = z.object({ schema: z.string().nullable() });

/** The newest migration of the database. Null if the migration job did not make it, as in tests. */
export async function schemaOf(reader: SqlReader): Promise<string | null> {
  return (await onlyRow(reader, schemaRow, Prisma.sql`SELECT schema_version AS schema FROM installation`)).schema;
}

const columnRow = z.object({ name: z.string() });

/** The columns of a table whose values are stored, with `id` first. */
export async function columnsOf(reader: SqlReader, table: string): Promise<string[]> {
  const found = await rows(
    reader,
    columnRow,
    Prisma.sql`
    SELECT a.attname::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ${table} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY a.attname <> 'id', a.attnum`,
  );
  return found.map(({ name }) => name);
}

const lineRow = z.object({ line: z.string() });

/**
 * The rows of an organization in a table, as JSON, a page at a time. The text is never parsed: JavaScript would round large integers.
 * In a transaction, because a cursor needs one; only one at a time.
 */
export async function* linesOf(
  tx: Tx,
  organizationId: number,
  { table, order, through }: ExportedTable,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  // A cursor takes no parameters.
  const id = Prisma.raw(String(Math.trunc(organizationId)));
  const own = table === 'organization' ? Prisma.sql`x.id = ${id}` : Prisma.sql`x.organization_id = ${id}`;
  const also =
    through === undefined
      ? Prisma.empty
      : Prisma.sql`AND x.${Prisma.raw(through.column)} IN (SELECT p.id FROM ${Prisma.raw(through.parent)} p WHERE p.organization_id = ${id})`;
  const sorted = order === undefined ? Prisma.empty : Prisma.raw(`ORDER BY ${order}`);
  await tx.$executeRaw(Prisma.sql`
    DECLARE exported NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line
    FROM (SELECT ${columnList(columns)} FROM ${Prisma.raw(table)} x WHERE ${own} ${also} ${sorted}) r`);
  for (;;) {
    const page = await rows(tx, lineRow, Prisma.raw(`FETCH ${PAGE} FROM exported`));
    if (page.length > 0) yield page.map(({ line }) => line);
    if (page.length < PAGE) break;
  }
  await tx.$executeRaw(Prisma.raw('CLOSE exported'));
}

/** Quoted, because some are words of SQL. They come from the catalog, or were compared with it. */
export function columnList(columns: readonly string[]): Prisma.Sql {
  return Prisma.raw(columns.map((column) => `"${column}"`).join(', '));
}

const uploadRow = z.object({ pathId: z.string() });

export async function uploadPathsOf(reader: SqlReader, organizationId: number): Promise<string[]> {
  const found = await rows(
    reader,
    uploadRow,
    Prisma.sql`SELECT path_id AS "pathId" FROM attachment WHERE organization_id = ${organizationId} ORDER BY id`,
  );
  return found.map(({ pathId }) => pathId);
}

const avatarRow = z.object({ id: z.int(), avatarVersion: z.int() });

/** Users with an uploaded avatar. */
export function avatarsOf(reader: SqlReader, organizationId: number): Promise<z.output<typeof avatarRow>[]> {
  return rows(
    reader,
    avatarRow,
    Prisma.sql`
    SELECT id, avatar_version AS "avatarVersion" FROM user_account WHERE organization_id = ${organizationId} AND avatar_source = 'U' ORDER BY id`,
  );
}
