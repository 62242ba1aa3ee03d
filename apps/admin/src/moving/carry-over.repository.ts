import { dbInt, firstRow, onlyRow, Prisma, rows, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { columnList } from '../portability/export.repository.js';

const lineRow = z.object({ line: z.string() });

/** PostgreSQL cancels each statement of the transaction that takes longer. */
export async function limitStatements(tx: Tx, ms: number): Promise<void> {
  await tx.$executeRaw(Prisma.raw(`SET LOCAL statement_timeout = ${Math.trunc(ms)}`));
}

/** The rows of an organization as JSON. The text is never parsed: JavaScript would round large integers. */
export async function linesOf(reader: SqlReader, organizationId: number, table: string, columns: readonly string[]): Promise<string[]> {
  const own = table === 'organization' ? Prisma.sql`x.id = ${organizationId}` : Prisma.sql`x.organization_id = ${organizationId}`;
  const found = await rows(
    reader,
    lineRow,
    Prisma.sql`SELECT row_to_json(r)::text AS line FROM (SELECT ${columnList(columns)} FROM ${Prisma.raw(table)} x WHERE ${own}) r`,
  );
  return found.map(({ line }) => line);
}

/** Its mails that wait to be sent. Their table has no organization. */
export async function waitingMails(reader: SqlReader, organizationId: number): Promise<string[]> {
  const found = await rows(
    reader,
    lineRow,
    Prisma.sql`
    SELECT row_to_json(q)::text AS line FROM queued_mail q JOIN organization o ON o.id = ${organizationId}
    WHERE q.payload ->> 'organizationId' = o.id::text OR q.payload ->> 'stringId' = o.string_id`,
  );
  return found.map(({ line }) => line);
}

export async function insertMails(tx: Tx, organizationId: number, lines: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO queued_mail SELECT r.* FROM json_populate_recordset(NULL::queued_mail, ${`[${lines.join(',')}]`}::json) r
    WHERE EXISTS (SELECT FROM organization o WHERE o.id = ${organizationId}) ON CONFLICT DO NOTHING`;
}

/** Deletes the mails that wait to be sent in this cell, and returns them. */
export async function takeMails(tx: Tx, organizationId: number): Promise<string[]> {
  const taken = await rows(
    tx,
    lineRow,
    Prisma.sql`
    DELETE FROM queued_mail q USING organization o
    WHERE o.id = ${organizationId} AND (q.payload ->> 'organizationId' = o.id::text OR q.payload ->> 'stringId' = o.string_id)
    RETURNING row_to_json(q)::text AS line`,
  );
  return taken.map(({ line }) => line);
}

/** What services would work on although another cell has the organization: its calls, and files that the other cell erases. */
export async function removeWork(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`DELETE FROM outbox_call WHERE organization_id = ${organizationId}`;
  await tx.$executeRaw`DELETE FROM file_to_erase WHERE organization_id = ${organizationId}`;
  await tx.$executeRaw`DELETE FROM text_to_erase WHERE organization_id = ${organizationId}`;
}

const countRow = z.object({ table: z.string(), rows: dbInt });

/** How many rows of the organization each table has. */
export async function countRows(
  reader: SqlReader,
  organizationId: number,
  tables: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = tables.map(
    (table) =>
      Prisma.sql`SELECT ${table}::text AS "table", count(*) AS rows FROM ${Prisma.raw(`"${table}"`)} x WHERE x.organization_id = ${organizationId}`,
  );
  const found = await rows(reader, countRow, Prisma.join(counts, ' UNION ALL '));
  return new Map(found.map(({ table, rows: count }) => [table, count]));
}

const sequenceRow = z.object({ table: z.string(), name: z.string(), first: dbInt, last: dbInt, increment: dbInt });
export type TableSequence = z.output<typeof sequenceRow>;

/**
 * What assigns the ids of these tables. OFFSET 0 keeps the planner from asking for the sequence of a table without ids, which is an error.
 */
export function sequencesOf(reader: SqlReader, tables: readonly string[]): Promise<TableSequence[]> {
  return rows(
    reader,
    sequenceRow,
    Prisma.sql`
    SELECT t.name AS "table", c.relname::text AS name, s.seqstart AS first, least(s.seqmax, ${Number.MAX_SAFE_INTEGER}::bigint) AS last, s.seqincrement AS increment
    FROM (SELECT name FROM unnest(${[...tables]}::text[]) AS given (name)
      JOIN pg_attribute a ON a.attrelid = given.name::regclass AND a.attname = 'id' OFFSET 0) AS t
    JOIN pg_sequence s ON s.seqrelid = CASE t.name WHEN 'message' THEN 'message_id_seq'::regclass ELSE pg_get_serial_sequence(t.name, 'id')::regclass END
    JOIN pg_class c ON c.oid = s.seqrelid`,
  );
}

const largestRow = z.object({ id: dbInt.nullable() });

/** The largest id of the organization in the range of the sequence; 0 if there is none. Cells share the range of 64-bit ids. */
export async function largestId(reader: SqlReader, organizationId: number, { table, first, last }: TableSequence): Promise<number> {
  const found = Prisma.sql`
    SELECT max(x.id) AS id FROM ${Prisma.raw(`"${table}"`)} x WHERE x.organization_id = ${organizationId} AND x.id BETWEEN ${first} AND ${last}`;
  return (await onlyRow(reader, largestRow, found)).id ?? 0;
}

const presentRow = z.object({ stringId: z.string() });

/** An organization of the target that has the id, the name or the UUID of the one that is moved. */
export async function organizationInTheWay(reader: SqlReader, id: number, stringId: string, uuid: string): Promise<string | undefined> {
  const found = Prisma.sql`
    SELECT string_id AS "stringId" FROM organization WHERE id = ${id} OR string_id = ${stringId} OR uuid = ${uuid}::uuid LIMIT 1`;
  return (await firstRow(reader, presentRow, found))?.stringId;
}

/**
 * Deletes the rows of a copy that is not used, in a part of a table, and returns their number. Nothing if the fence says anything else, so that the
 * organization itself cannot be deleted by mistake.
 */
export function deleteCopiedRows(
  writer: SqlWriter,
  organizationId: number,
  { name, from, to }: { readonly name: string; readonly from: number; readonly to: number },
): PromiseLike<number> {
  const own = Prisma.raw(name === 'organization' ? 'x.id' : 'x.organization_id');
  return writer.$executeRaw(Prisma.sql`
    DELETE FROM ${Prisma.raw(`"${name}"`)} x
    WHERE ${own} = ${organizationId} AND x.ctid >= ${`(${from},0)`}::tid AND x.ctid < ${`(${to},0)`}::tid
      AND EXISTS (SELECT FROM organization_fence f WHERE f.id = ${organizationId} AND f.state = 'elsewhere')`);
}
