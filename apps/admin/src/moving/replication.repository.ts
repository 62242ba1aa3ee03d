import { dbInt, firstRow, onlyRow, Prisma, rows, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';

/** Of the publication, the slot and the subscription. */
export function moveName(organizationId: number): string {
  return `parley_move_${organizationId}`;
}

const sourceRow = z.object({ walLevel: z.string(), freeSlots: dbInt, freeSenders: dbInt, mayReplicate: z.boolean() });

/** What the server that an organization leaves must allow. A slot that an earlier run made for the organization counts as free. */
export function sourceFacts(reader: SqlReader, organizationId: number): Promise<z.output<typeof sourceRow>> {
  return onlyRow(
    reader,
    sourceRow,
    Prisma.sql`
    SELECT current_setting('wal_level') AS "walLevel", (r.rolreplication OR r.rolsuper) AS "mayReplicate",
      current_setting('max_replication_slots')::bigint - (SELECT count(*) FROM pg_replication_slots WHERE slot_name <> ${moveName(organizationId)}) AS "freeSlots",
      current_setting('max_wal_senders')::bigint - (SELECT count(*) FROM pg_stat_replication) AS "freeSenders"
    FROM pg_roles r WHERE r.rolname = current_user`,
  );
}

const originsRow = z.object({ freeOrigins: dbInt });

/**
 * How many replication origins the server to which an organization moves has left. Up to PostgreSQL 17 their number is that of the slots. Needs
 * the rights of a superuser.
 */
export async function freeOriginsOf(reader: SqlReader): Promise<number> {
  const found = Prisma.sql`
    SELECT coalesce(current_setting('max_active_replication_origins', true), current_setting('max_replication_slots'))::bigint
      - (SELECT count(*) FROM pg_replication_origin_status) AS "freeOrigins"`;
  return (await onlyRow(reader, originsRow, found)).freeOrigins;
}

/** From now on neither foreign keys nor triggers are checked in this transaction, as while rows are replicated. Needs the rights of a superuser. */
export async function actAsReplica(tx: Tx): Promise<void> {
  await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
}

const foundRow = z.object({ exists: z.boolean() });

export async function hasPublication(reader: SqlReader, organizationId: number): Promise<boolean> {
  const found = Prisma.sql`SELECT EXISTS (SELECT FROM pg_publication WHERE pubname = ${moveName(organizationId)})`;
  return (await onlyRow(reader, foundRow, found)).exists;
}

export async function createPublication(writer: SqlWriter, organizationId: number, tables: readonly string[]): Promise<void> {
  const id = Math.trunc(organizationId);
  const filtered = tables.map((table) => `"${table}" WHERE (organization_id = ${id})`).join(', ');
  await writer.$executeRaw(Prisma.raw(`CREATE PUBLICATION ${moveName(id)} FOR TABLE ${filtered}`));
}

export async function dropPublication(writer: SqlWriter, organizationId: number): Promise<void> {
  await writer.$executeRaw(Prisma.raw(`DROP PUBLICATION IF EXISTS ${moveName(Math.trunc(organizationId))}`));
}

const slotRow = z.object({ isActive: z.boolean(), walStatus: z.string().nullable(), lagBytes: dbInt, keptBytes: dbInt });
export type Slot = z.output<typeof slotRow>;

/** The slot in the source: how far the target is behind, and how much of the log is kept for it. */
export function slotOf(reader: SqlReader, organizationId: number): Promise<Slot | undefined> {
  return firstRow(
    reader,
    slotRow,
    Prisma.sql`
    SELECT active AS "isActive", wal_status AS "walStatus",
      greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(confirmed_flush_lsn, restart_lsn)))::bigint AS "lagBytes",
      greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::bigint AS "keptBytes"
    FROM pg_replication_slots WHERE slot_name = ${moveName(organizationId)}`,
  );
}

/** Waits for the transactions that write now. */
export async function createSlot(reader: SqlReader, organizationId: number): Promise<void> {
  await reader.$queryRaw(Prisma.sql`SELECT pg_create_logical_replication_slot(${moveName(organizationId)}, 'pgoutput')`);
}

/** Does nothing without a slot. PostgreSQL refuses it while the target is connected. */
export async function dropSlot(reader: SqlReader, organizationId: number): Promise<void> {
  await reader.$queryRaw(
    Prisma.sql`SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = ${moveName(organizationId)}`,
  );
}

const positionRow = z.object({ position: z.string() });

/** The end of the log: all that was committed is before it. */
export async function logPosition(reader: SqlReader): Promise<string> {
  return (await onlyRow(reader, positionRow, Prisma.sql`SELECT pg_current_wal_insert_lsn()::text AS position`)).position;
}

/** Whether the target has confirmed that it stored everything up to the position. */
export async function hasApplied(reader: SqlReader, organizationId: number, position: string): Promise<boolean> {
  const found = Prisma.sql`
    SELECT EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = ${moveName(organizationId)} AND confirmed_flush_lsn >= ${position}::pg_lsn)`;
  return (await onlyRow(reader, foundRow, found)).exists;
}

const subscriptionRow = z.object({ isEnabled: z.boolean(), tables: dbInt, copied: dbInt });
export type Subscription = z.output<typeof subscriptionRow>;

/** In the target: how many tables are copied. */
export function subscriptionOf(reader: SqlReader, organizationId: number): Promise<Subscription | undefined> {
  return firstRow(
    reader,
    subscriptionRow,
    Prisma.sql`
    SELECT s.subenabled AS "isEnabled", (SELECT count(*) FROM pg_subscription_rel r WHERE r.srsubid = s.oid) AS tables,
      (SELECT count(*) FROM pg_subscription_rel r WHERE r.srsubid = s.oid AND r.srsubstate = 'r') AS copied
    FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid AND d.datname = current_database()
    WHERE s.subname = ${moveName(organizationId)}`,
  );
}

const copyRow = z.object({ table: z.string(), rows: dbInt });

/** The tables that are being copied now, with the rows that have arrived. */
export function runningCopies(reader: SqlReader, organizationId: number): Promise<z.output<typeof copyRow>[]> {
  return rows(
    reader,
    copyRow,
    Prisma.sql`
    SELECT p.relid::regclass::text AS table, p.tuples_processed AS rows FROM pg_stat_progress_copy p
    JOIN pg_subscription_rel r ON r.srrelid = p.relid JOIN pg_subscription s ON s.oid = r.srsubid
    WHERE s.subname = ${moveName(organizationId)} AND p.datname = current_database() AND p.command = 'COPY FROM'`,
  );
}

/** The slot must be there: if PostgreSQL made it with the subscription, an interruption could leave a slot that nothing names. */
export async function createSubscription(writer: SqlWriter, organizationId: number, sourceUrl: string): Promise<void> {
  const name = moveName(Math.trunc(organizationId));
  const connection = `'${sourceUrl.replaceAll("'", "''")}'`;
  await writer.$executeRaw(
    Prisma.raw(
      `CREATE SUBSCRIPTION ${name} CONNECTION ${connection} PUBLICATION ${name} WITH (create_slot = false, slot_name = '${name}', disable_on_error = true)`,
    ),
  );
}

export async function analyze(writer: SqlWriter, tables: readonly string[]): Promise<void> {
  await writer.$executeRaw(Prisma.raw(`ANALYZE ${tables.map((table) => `"${table}"`).join(', ')}`));
}

export async function disableSubscription(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw(Prisma.raw(`ALTER SUBSCRIPTION ${moveName(Math.trunc(organizationId))} DISABLE`));
}

/** Without its slot, which is dropped in the source. The source may be unreachable. */
export async function dropSubscription(writer: SqlWriter, organizationId: number): Promise<void> {
  const name = moveName(Math.trunc(organizationId));
  await writer.$executeRaw(Prisma.raw(`ALTER SUBSCRIPTION ${name} DISABLE`));
  await writer.$executeRaw(Prisma.raw(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`));
  await writer.$executeRaw(Prisma.raw(`DROP SUBSCRIPTION ${name}`));
}
