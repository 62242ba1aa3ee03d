import { dbInt, firstRow, onlyRow, Prisma, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { CommandError } from '../command-error.js';

/** A command that enables or disables the triggers of a database holds it. No other part of Parley takes it. */
const FENCES_LOCK = 72_707_391;
/** With the id of an organization. The command that moves it holds it. */
const MOVE_LOCK = 72_707_392;

export type FenceState = 'open' | 'closed' | 'elsewhere';
const stateRow = z.object({ state: z.enum(['open', 'closed', 'elsewhere']) });

export async function fenceOf(reader: SqlReader, organizationId: number): Promise<FenceState | undefined> {
  return (await firstRow(reader, stateRow, Prisma.sql`SELECT state FROM organization_fence WHERE id = ${organizationId}`))?.state;
}

/** Keeps the state of a fence that is there. */
export async function addFence(writer: SqlWriter, organizationId: number, state: FenceState): Promise<void> {
  await writer.$executeRaw`INSERT INTO organization_fence (id, state) VALUES (${organizationId}, ${state}) ON CONFLICT DO NOTHING`;
}

/**
 * Waits until the transactions that changed the organization have ended, but not longer than a few seconds. Keeps the time of a state that it has.
 * @throws CommandError if there is no fence
 */
export async function setFence(tx: Tx, organizationId: number, state: FenceState): Promise<void> {
  await tx.$executeRaw`SET LOCAL lock_timeout = '5s'`;
  await tx.$executeRaw`UPDATE organization_fence SET state = ${state}, changed_at = now() WHERE id = ${organizationId} AND state <> ${state}`;
  if ((await fenceOf(tx, organizationId)) !== state)
    throw new CommandError('The fence of the organization is missing. Cancel the move with --cancel, and begin again.');
}

/** Waits for a transaction that sets it now, but not longer than a few seconds. */
export async function settledFence(tx: Tx, organizationId: number): Promise<FenceState | undefined> {
  await tx.$executeRaw`SET LOCAL lock_timeout = '5s'`;
  const found = Prisma.sql`SELECT state FROM organization_fence WHERE id = ${organizationId} FOR UPDATE`;
  return (await firstRow(tx, stateRow, found))?.state;
}

export async function removeFence(writer: SqlWriter, organizationId: number): Promise<void> {
  await writer.$executeRaw`DELETE FROM organization_fence WHERE id = ${organizationId}`;
}

const anyRow = z.object({ exists: z.boolean() });

export async function hasFences(reader: SqlReader): Promise<boolean> {
  return (await onlyRow(reader, anyRow, Prisma.sql`SELECT EXISTS (SELECT FROM organization_fence)`)).exists;
}

/** Waits briefly for transactions that write to the table: those that come after it wait too. An autovacuum of the table gives way. */
export async function enableTrigger(tx: Tx, table: string): Promise<void> {
  await waitBriefly(tx);
  await tx.$executeRaw(
    Prisma.raw(`CREATE OR REPLACE TRIGGER organization_fence AFTER INSERT OR UPDATE OR DELETE ON "${table}"
      FOR EACH ROW EXECUTE FUNCTION check_organization_fence()`),
  );
}

export async function disableTrigger(tx: Tx, table: string): Promise<void> {
  await waitBriefly(tx);
  await tx.$executeRaw(Prisma.raw(`ALTER TABLE "${table}" DISABLE TRIGGER organization_fence`));
}

async function waitBriefly(tx: Tx): Promise<void> {
  await tx.$executeRaw`SET LOCAL deadlock_timeout = '50ms'`;
  await tx.$executeRaw`SET LOCAL lock_timeout = '200ms'`;
}

const countRow = z.object({ count: dbInt });

/** Of the triggers that are enabled. */
export async function enabledTriggers(reader: SqlReader): Promise<number> {
  const found = Prisma.sql`SELECT count(*) AS count FROM pg_trigger WHERE tgname = 'organization_fence' AND tgenabled <> 'D'`;
  return (await onlyRow(reader, countRow, found)).count;
}

export async function lockFences(tx: Tx): Promise<void> {
  await tx.$queryRaw(Prisma.sql`SELECT pg_advisory_xact_lock(${FENCES_LOCK}::bigint)`);
}

const lockedRow = z.object({ locked: z.boolean() });

/** Until the end of the transaction. False if another process moves the organization. */
export async function lockMove(tx: Tx, organizationId: number): Promise<boolean> {
  // The transaction does nothing for as long as the move takes.
  await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
  const lock = Prisma.sql`SELECT pg_try_advisory_xact_lock(${MOVE_LOCK}::int, ${organizationId}::int) AS locked`;
  return (await onlyRow(tx, lockedRow, lock)).locked;
}

/** Whether the connection of this transaction holds it. */
export async function holdsMoveLock(tx: Tx, organizationId: number): Promise<boolean> {
  const held = Prisma.sql`
    SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted
      AND classid::bigint = ${MOVE_LOCK}::bigint AND objid::bigint = ${organizationId}::bigint AND objsubid = 2)`;
  return (await onlyRow(tx, anyRow, held)).exists;
}
