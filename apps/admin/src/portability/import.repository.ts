import { dbInt, firstRow, onlyRow, Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { CommandError } from '../command-error.js';
import { columnList } from './export.repository.js';

/** No other part of Parley takes this advisory lock. */
const IMPORT_LOCK = 72_707_390;

const presentRow = z.object({ id: z.int(), stringId: z.string(), importId: z.string().nullable(), isBeingPurged: z.boolean() });
type Present = z.output<typeof presentRow>;

/** An organization that has the id, the name or the UUID of the one to be imported. */
export function organizationInTheWay(
  reader: SqlReader,
  organizationId: number,
  { stringId, uuid }: { readonly stringId: string; readonly uuid: string },
): Promise<Present | undefined> {
  return firstRow(
    reader,
    presentRow,
    Prisma.sql`
    SELECT id, string_id AS "stringId", import_id::text AS "importId", purge_started_at IS NOT NULL AS "isBeingPurged"
    FROM organization
    WHERE id = ${organizationId} OR string_id = ${stringId} OR uuid = ${uuid}::uuid ORDER BY string_id <> ${stringId} LIMIT 1`,
  );
}

const sequenceRow = z.object({ name: z.string(), first: dbInt, last: dbInt, increment: dbInt });
/** What assigns the ids of a table: those from `first` to `last`. */
export type IdSequence = z.output<typeof sequenceRow>;

/** Undefined if the ids of the table are not assigned. */
export function sequenceOf(reader: SqlReader, table: string): Promise<IdSequence | undefined> {
  return firstRow(
    reader,
    sequenceRow,
    Prisma.sql`
    SELECT c.relname::text AS name, s.seqstart AS first, least(s.seqmax, ${Number.MAX_SAFE_INTEGER}::bigint) AS last, s.seqincrement AS increment
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
    WHERE s.seqrelid = CASE ${table} WHEN 'message' THEN 'message_id_seq'::regclass ELSE pg_get_serial_sequence(${table}, 'id')::regclass END`,
  );
}

/**
 * Makes the sequence go on beyond an id, in its own steps. It takes 1,000 steps at least, so that an id that is assigned at the same moment is
 * not assigned again.
 */
export async function advanceSequence(reader: SqlReader, { name, increment, last }: IdSequence, beyond: number): Promise<void> {
  const sequence = Prisma.raw(`"${name}"`);
  const step = Prisma.raw(String(increment));
  await reader.$queryRaw(Prisma.sql`
    SELECT setval(${name}::regclass, least(${last}::bigint, last_value + ${step} * greatest(1000, ceil((${beyond}::bigint - last_value)::numeric / ${step})::bigint)))
    FROM ${sequence} WHERE last_value < ${beyond}::bigint`);
}

/** Inserts rows, which are given as the text of a JSON array. Rows of another organization are left out. Returns the number of rows. */
export function insertRows(
  tx: Tx,
  organizationId: number,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  lines: readonly string[],
): Promise<number> {
  const [name, list] = [Prisma.raw(table), columnList(columns)];
  const own = Prisma.raw(table === 'organization' ? 'r.id' : 'r.organization_id');
  return tx.$executeRaw(Prisma.sql`
    INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE
    SELECT ${list} FROM json_populate_recordset(NULL::${name}, ${`[${lines.join(',')}]`}::json) r WHERE ${own} = ${organizationId}`);
}

/** Nothing may be done with it until the import is whole. */
export async function markImport(tx: Tx, organizationId: number, importId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE organization SET deactivated_at = now(), purge_started_at = NULL, import_id = ${importId}::uuid WHERE id = ${organizationId}`;
}

/** The triggers have recorded each imported row. Only the entry about the organization stays. */
export async function forgetAuditOfImport(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM audit_log WHERE organization_id = ${organizationId} AND kind NOT IN ('organization.created', 'organization.removed')`;
}

/** Beyond everything that a process of this installation may remember of an organization with this id. */
const VERSIONS = 2 ** 20;

/** What processes have read of an earlier organization with this id must never seem current. */
export async function raiseVersions(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE organization_counter SET seq = seq + ${VERSIONS}, organization_seq = seq + ${VERSIONS}, subscribers_version = subscribers_version + ${VERSIONS}
    WHERE organization_id = ${organizationId}`;
  await tx.$executeRaw`UPDATE alert_word_version SET version = version + ${VERSIONS} WHERE organization_id = ${organizationId}`;
}

const newestRow = z.object({ id: dbInt });

/** The newest message id of the organization, also one that was taken without a message. */
export async function newestMessageId(tx: Tx, organizationId: number): Promise<number> {
  const newest = Prisma.sql`SELECT last_message_id AS id FROM organization_counter WHERE organization_id = ${organizationId}`;
  return (await onlyRow(tx, newestRow, newest)).id;
}

const idRow = z.object({ id: dbInt });

/** An id of the organization that a row of another one has too. For tables whose primary key does not exclude this. */
export async function sharedId(tx: Tx, organizationId: number, table: string): Promise<number | undefined> {
  const name = Prisma.raw(table);
  const found = await rows(
    tx,
    idRow,
    Prisma.sql`
    SELECT own.id FROM ${name} own JOIN ${name} other ON other.id = own.id AND other.organization_id <> ${organizationId}
    WHERE own.organization_id = ${organizationId} LIMIT 1`,
  );
  return found[0]?.id;
}

/** The organization is whole, and active. @throws CommandError if it is no longer being imported, or being purged */
export async function finishImport(tx: Tx, organizationId: number, importId: string): Promise<void> {
  const finished = await tx.$executeRaw`
    UPDATE organization SET deactivated_at = NULL, import_id = NULL
    WHERE id = ${organizationId} AND import_id = ${importId}::uuid AND purge_started_at IS NULL`;
  if (finished === 0)
    throw new CommandError('The organization was purged or finished by another run meanwhile: list-organizations shows it.');
}

/** Imports of one database insert their rows one after the other: of two runs of one import, the second one finds the rows of the first. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.$queryRaw(Prisma.sql`SELECT pg_advisory_xact_lock(${IMPORT_LOCK}::bigint)`);
}

/** The operator is the one whom the audit log names. */
export async function actAsOperator(tx: Tx): Promise<void> {
  await tx.$queryRaw(Prisma.sql`SELECT set_config('parley.actor', '{"kind": "operator"}', true)`);
}
