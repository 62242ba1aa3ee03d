import { join } from 'node:path';
import pg from 'pg';
import { applyFunctions, type FunctionOutcome } from './apply-functions.js';
import { applyMigrations, type MigrationOutcome } from './apply-migrations.js';

/** The advisory lock of `prisma migrate deploy`, so that the two never run at once. */
export const MIGRATION_LOCK = 72_707_369;

/**
 * Brings a database to the state of `directory`: first its migrations, then its functions, which may use every table. Several processes may do
 * this at once; one works and the others wait.
 * @throws ClearError with the file that failed
 */
export async function migrateDatabase(databaseUrl: string, directory: string): Promise<MigrationOutcome & FunctionOutcome> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'parley-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrations = await applyMigrations(client, join(directory, 'migrations'));
    return { ...migrations, ...(await applyFunctions(client, join(directory, 'functions'))) };
  } finally {
    // Ends the session, which releases the lock.
    await client.end();
  }
}

/** What an operator should know of the outcome, in lines. Empty if nothing changed and nothing is wrong. */
export function describeMigration(
  { applied, edited, functions, obsolete }: MigrationOutcome & FunctionOutcome,
  advice = '',
): { readonly changes: string[]; readonly warnings: string[] } {
  return {
    changes: [...applied.map((name) => `applied ${name}`), ...(functions.length > 0 ? [`applied ${functions.length} functions`] : [])],
    warnings: [
      ...edited.map((name) => `${name} was edited after it had been applied${advice}`),
      ...obsolete.map(
        (signature) => `the function ${signature} is obsolete, or one of several with its name: drop the obsolete one in a migration`,
      ),
    ],
  };
}
