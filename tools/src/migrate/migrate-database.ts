import { join } from 'node:path';
import type pg from 'pg';
import { applyFunctions, type FunctionOutcome } from './apply-functions.js';
import { applyMigrations, type MigrationOutcome } from './apply-migrations.js';
import { LOCK_WAITS, type MigrationRun } from './lock-waits.js';
import { readMigrations } from './migration-files.js';
import { withMigrationLock } from './migration-session.js';

/**
 * Brings a database to the state of `directory`: first its migrations, then its functions, which may use every table. Several processes may do
 * this at once; one works and the others wait.
 * @throws ClearError with the file that failed
 */
export async function migrateDatabase(
  databaseUrl: string,
  directory: string,
  { waits = LOCK_WAITS, report = () => undefined }: Partial<MigrationRun> = {},
): Promise<MigrationOutcome & FunctionOutcome> {
  return await withMigrationLock(databaseUrl, report, (client) => migrate(client, directory, { waits, report }));
}

/** The caller holds the lock of migrations. */
export async function migrate(client: pg.Client, directory: string, run: MigrationRun): Promise<MigrationOutcome & FunctionOutcome> {
  const migrations = await applyMigrations(client, await readMigrations(join(directory, 'migrations')), run);
  return { ...migrations, ...(await applyFunctions(client, join(directory, 'functions'), run)) };
}

/** What an operator should know of the outcome, in lines. Empty if nothing changed and nothing is wrong. */
export function describeMigration(
  {
    applied,
    edited,
    functions,
    obsolete,
    numbering = [],
    numberingWarnings = [],
  }: MigrationOutcome & FunctionOutcome & { readonly numbering?: readonly string[]; readonly numberingWarnings?: readonly string[] },
  advice = '',
): { readonly changes: string[]; readonly warnings: string[] } {
  return {
    changes: [
      ...applied.map((name) => `applied ${name}`),
      ...(functions.length > 0 ? [`applied ${functions.length} functions`] : []),
      ...numbering,
    ],
    warnings: [
      ...edited.map((name) => `${name} was edited after it had been applied${advice}`),
      ...obsolete.map(
        (signature) => `the function ${signature} is obsolete, or one of several with its name: drop the obsolete one in a migration`,
      ),
      ...numberingWarnings,
    ],
  };
}
