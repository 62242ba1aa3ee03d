import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { ClearError } from '../terminal/clear-error.js';

export interface MigrationOutcome {
  readonly applied: readonly string[];
  /** Applied earlier, but their file was changed since. */
  readonly edited: readonly string[];
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Applies prisma/migrations in order, each in its own transaction together with the row that records it, so that a crash never leaves one half
 * applied. Keeps Prisma's table, checksums and lock, so that Prisma's own tools report the same state. The caller holds the lock.
 * @throws ClearError if the database was made by a newer version, or by one before the migrations were squashed; or with the failed migration, which was rolled back; the next run retries it
 */
export async function applyMigrations(client: pg.Client, directory: string): Promise<MigrationOutcome> {
  const migrations = await readMigrations(directory);
  await client.query(prismaTable);
  const before = await appliedBefore(client);
  refuseOtherChain(migrations, before);
  refuseNewer(migrations, before);
  const applied: string[] = [];
  for (const migration of migrations.filter(({ name }) => !before.has(name))) {
    await apply(client, migration);
    applied.push(migration.name);
  }
  const edited = migrations.filter(({ name, checksum }) => before.has(name) && before.get(name) !== checksum);
  return { applied, edited: edited.map(({ name }) => name) };
}

/** The first migration creates every table, so it cannot be applied to a database that has them from migrations that were squashed since. */
function refuseOtherChain(migrations: readonly Migration[], before: ReadonlyMap<string, string>): void {
  const [first] = migrations;
  if (!first || before.size === 0 || before.has(first.name)) return;
  throw new ClearError(
    `The database has migrations, but not ${first.name}, with which this version begins: an earlier version made it, and it cannot be upgraded. ` +
      'Use a new database; for a local suite: npm start -- --reset. See "Stop and upgrade" in docs/operations.md.',
  );
}

/** A newer version may have moved or removed what this one writes. It made the database, so it opens it. */
function refuseNewer(migrations: readonly Migration[], before: ReadonlyMap<string, string>): void {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...before.keys()].filter((name) => !known.has(name)).sort();
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

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const file = await readFile(join(directory, name, 'migration.sql'));
      return { name, sql: file.toString('utf8'), checksum: createHash('sha256').update(file).digest('hex') };
    }),
  );
}

/** Checksums by name. */
async function appliedBefore(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  const half = rows.find((row) => row.finished_at === null);
  if (half) {
    throw new ClearError(
      `Migration ${half.migration_name} was left half applied by another tool: look at it, then use \`prisma migrate resolve\`.`,
    );
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const startedAt = new Date();
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, startedAt],
    );
    await client.query('COMMIT');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await client.query('ROLLBACK');
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, rolled_back_at, logs) VALUES ($1, $2, $3, $4, clock_timestamp(), $5)`,
      [randomUUID(), checksum, name, startedAt, reason],
    );
    throw new ClearError(`Migration ${name} failed and was rolled back: ${reason}`, { cause: error });
  }
}
