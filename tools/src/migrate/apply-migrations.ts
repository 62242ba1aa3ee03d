import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ClearError } from '../terminal/clear-error.js';
import { applyConcurrently } from './apply-concurrently.js';
import { type LockWaits, type MigrationRun, retryForLocks } from './lock-waits.js';
import type { Migration } from './migration-files.js';

export interface MigrationOutcome {
  readonly applied: readonly string[];
  /** Applied earlier, but their file was changed since. */
  readonly edited: readonly string[];
}

export interface MigrationPlan {
  readonly pending: readonly Migration[];
  /** Applied earlier, but their file was changed since. */
  readonly edited: readonly string[];
}

/**
 * Which migrations are to be applied. Changes nothing.
 * @throws ClearError if the database was made by a newer version, or by one before the migrations were squashed, or has a half applied migration
 */
export async function planMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<MigrationPlan> {
  const before = await appliedBefore(client, migrations);
  refuseOtherChain(migrations, before.known);
  refuseNewer(migrations, before.known);
  const edited = migrations.filter(({ name, checksum }) => before.finished.has(name) && before.finished.get(name) !== checksum);
  return { pending: migrations.filter(({ name }) => !before.finished.has(name)), edited: edited.map(({ name }) => name) };
}

/**
 * Applies migrations in order, each in its own transaction together with the row that records it, so that a crash never leaves one half
 * applied. Only an index that is built concurrently has no transaction: `applyConcurrently` says how it survives a crash. Keeps Prisma's table,
 * checksums and lock, so that Prisma's own tools report the same state. The caller holds the lock.
 * @throws ClearError as `planMigrations`; or with the failed migration, which was rolled back; the next run retries it
 */
export async function applyMigrations(client: pg.Client, migrations: readonly Migration[], run: MigrationRun): Promise<MigrationOutcome> {
  const { pending, edited } = await planMigrations(client, migrations);
  await client.query(prismaTable);
  for (const migration of pending) {
    if (migration.concurrently) await applyConcurrently(client, migration, migration.concurrently, run);
    else await applyInTransaction(client, migration, run);
  }
  return { applied: pending.map(({ name }) => name), edited };
}

/** The first migration creates every table, so it cannot be applied to a database that has them from migrations that were squashed since. */
function refuseOtherChain(migrations: readonly Migration[], before: ReadonlySet<string>): void {
  const [first] = migrations;
  if (!first || before.size === 0 || before.has(first.name)) return;
  throw new ClearError(
    `The database has migrations, but not ${first.name}, with which this version begins: an earlier version made it, and it cannot be upgraded. ` +
      'Use a new database; for a local suite: npm start -- --reset. See "Stop and upgrade" in docs/operations.md.',
  );
}

/** A newer version may have moved or removed what this one writes. It made the database, so it opens it. */
function refuseNewer(migrations: readonly Migration[], before: ReadonlySet<string>): void {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...before].filter((name) => !known.has(name)).sort();
  if (newer.length === 0) return;
  throw new ClearError(
    `The database has the migration ${newer.at(-1)}, which this version does not know: its newest is ${migrations.at(-1)?.name ?? 'none'}. ` +
      'A newer version made this database, and nothing was changed. Start that version, or restore a backup of this one. ' +
      'See "A newer schema" in docs/restore.md.',
  );
}

const prismaTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

interface Before {
  /** Finished, or begun. */
  readonly known: ReadonlySet<string>;
  /** Checksums by name. */
  readonly finished: ReadonlyMap<string, string>;
}

async function appliedBefore(client: pg.Client, migrations: readonly Migration[]): Promise<Before> {
  const exists = await client.query<{ found: boolean }>("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found");
  if (!exists.rows[0]?.found) return { known: new Set(), finished: new Map() };
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const resumable = new Set(migrations.flatMap(({ name, concurrently }) => (concurrently ? [name] : [])));
  const half = rows.find(({ name, finished }) => !finished && !resumable.has(name));
  if (half) throw new ClearError(halfApplied(half.name));
  const finished = rows.filter((row) => row.finished);
  return { known: new Set(rows.map(({ name }) => name)), finished: new Map(finished.map(({ name, checksum }) => [name, checksum])) };
}

function halfApplied(name: string): string {
  const update = (column: string) =>
    `UPDATE _prisma_migrations SET ${column} = now() WHERE migration_name = ${pg.escapeLiteral(name)} AND finished_at IS NULL;`;
  return (
    `Migration ${name} is recorded as begun and not as finished: another tool left it half applied, and nothing was changed. Compare the database ` +
    `with prisma/migrations/${name}/migration.sql. If all of it is there: ${update('finished_at')} If not, undo what is there, then: ` +
    `${update('rolled_back_at')} Then start the migration job again.`
  );
}

async function applyInTransaction(client: pg.Client, migration: Migration, { waits, report }: MigrationRun): Promise<void> {
  const startedAt = new Date();
  try {
    await retryForLocks(client, `Migration ${migration.name}`, {
      waits,
      report,
      attempt: () => tryOnce(client, migration, startedAt, waits),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await noteFailure(client, migration, startedAt, reason);
    if (error instanceof ClearError) throw error;
    throw new ClearError(`Migration ${migration.name} failed and was rolled back: ${reason}`, { cause: error });
  }
}

async function tryOnce(client: pg.Client, { name, sql, checksum }: Migration, startedAt: Date, waits: LockWaits): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${waits.tryMs}`);
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, startedAt],
    );
    await client.query('COMMIT');
  } catch (error) {
    // A lost connection has rolled back too, and its error says more than that of ROLLBACK.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function noteFailure(client: pg.Client, { name, checksum }: Migration, startedAt: Date, reason: string): Promise<void> {
  await client
    .query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, rolled_back_at, logs) VALUES ($1, $2, $3, $4, clock_timestamp(), $5)`,
      [randomUUID(), checksum, name, startedAt, reason],
    )
    .catch(() => undefined);
}
