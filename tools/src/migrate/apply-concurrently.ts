import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ClearError } from '../terminal/clear-error.js';
import type { MigrationRun } from './lock-waits.js';
import type { ConcurrentStatement, Migration } from './migration-files.js';

/** A request that waits behind the drop is answered. */
const DROP_AFTER_FAILURE_MS = 2_000;

type IndexState = 'missing' | 'invalid' | 'valid';

/**
 * Builds or drops an index while others write the table. PostgreSQL does it in several transactions of its own, so a failure or a crash leaves an
 * index that is marked as invalid: it costs writes and answers nothing. The row that records the migration is written before, as begun. So the
 * next run knows that an index of this name is its own: it keeps a valid one, and drops an invalid one and builds it again.
 * @throws ClearError with the migration and the reason; an invalid index was dropped, or the next run does it
 */
export async function applyConcurrently(
  client: pg.Client,
  migration: Migration,
  statement: ConcurrentStatement,
  { waits, report }: MigrationRun,
): Promise<void> {
  const { name } = migration;
  const wasBegun = await begin(client, migration);
  await client.query(`SET lock_timeout = ${waits.concurrentMs}`);
  try {
    if (!(await isDone(client, name, statement, wasBegun, report))) {
      const verb = statement.does === 'create' ? 'builds' : 'drops';
      report(`${name} ${verb} the index ${statement.index} concurrently, after the transactions that are open now`);
      await client.query(migration.sql);
    }
    await client.query(
      'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE migration_name = $1 AND rolled_back_at IS NULL',
      [name],
    );
    await client.query('RESET lock_timeout');
  } catch (error) {
    const reason = reasonOf(error);
    // If the connection is lost too, the next run finds the migration as begun, and the index as it is.
    await noteFailure(client, name, statement, reason).catch(() => undefined);
    throw new ClearError(`Migration ${name} failed: ${reason}. Start the migration job again when the cause is gone.`, { cause: error });
  }
}

/** Drops an index that an earlier run left invalid. @returns whether nothing is left to do */
async function isDone(
  client: pg.Client,
  name: string,
  { does, index }: ConcurrentStatement,
  wasBegun: boolean,
  report: (line: string) => void,
): Promise<boolean> {
  const state = await stateOf(client, index);
  if (state === 'invalid') {
    report(`${name} was interrupted earlier and left the index ${index} invalid: it is dropped`);
    await drop(client, index);
    return does === 'drop';
  }
  return wasBegun && state === (does === 'create' ? 'valid' : 'missing');
}

async function noteFailure(client: pg.Client, name: string, { index }: ConcurrentStatement, reason: string): Promise<void> {
  // The drop must not wait for the transactions that made the build fail. The next run drops what is left.
  await client.query(`SET lock_timeout = ${DROP_AFTER_FAILURE_MS}`);
  await client.query(
    'UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp(), logs = $2 WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL',
    [name, reason],
  );
  try {
    if ((await stateOf(client, index)) === 'invalid') await drop(client, index);
  } finally {
    await client.query('RESET lock_timeout');
  }
}

/** @returns whether an earlier run had begun it and not finished */
async function begin(client: pg.Client, { name, checksum }: Migration): Promise<boolean> {
  const begun = await client.query(
    'UPDATE _prisma_migrations SET started_at = clock_timestamp(), checksum = $2 WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL',
    [name, checksum],
  );
  if (begun.rowCount === 1) return true;
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())', [
    randomUUID(),
    checksum,
    name,
  ]);
  return false;
}

async function stateOf(client: pg.Client, index: string): Promise<IndexState> {
  const { rows } = await client.query<{ valid: boolean }>(
    'SELECT indisvalid AND indisready AS valid FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1))',
    [index],
  );
  const [found] = rows;
  if (!found) return 'missing';
  return found.valid ? 'valid' : 'invalid';
}

async function drop(client: pg.Client, index: string): Promise<void> {
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${client.escapeIdentifier(index)}`);
}

/** With the detail, which names the duplicate of a unique index. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'detail' in error && typeof error.detail === 'string' ? `${error.message}: ${error.detail}` : error.message;
}
