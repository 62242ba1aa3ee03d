import { join } from 'node:path';
import pg from 'pg';
import { type FunctionPlan, planFunctions } from './apply-functions.js';
import { type MigrationPlan, planMigrations } from './apply-migrations.js';
import { databaseExists } from './ensure-database.js';
import { readMigrations } from './migration-files.js';

/**
 * What `migrateDatabase` would apply. Changes nothing: the session is read-only, and a database that does not exist is not created.
 * @throws ClearError where `migrateDatabase` would refuse
 */
export async function planMigration(databaseUrl: string, directory: string): Promise<MigrationPlan & FunctionPlan> {
  const migrations = await readMigrations(join(directory, 'migrations'));
  const functions = join(directory, 'functions');
  if (!(await databaseExists(databaseUrl))) {
    return { pending: migrations, edited: [], ...(await planFunctions(undefined, functions)) };
  }
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'parley-migrate',
    options: '-c default_transaction_read_only=on',
  });
  await client.connect();
  try {
    return { ...(await planMigrations(client, migrations)), ...(await planFunctions(client, functions)) };
  } finally {
    await client.end();
  }
}

/** A SQL script with what would be applied. */
export function describePlan({ pending, edited, changed, obsolete }: MigrationPlan & FunctionPlan): string {
  const counts = `${counted(pending.length, 'migration')} and ${counted(changed.length, 'function')}`;
  return [
    `-- ${counts} to apply. Nothing was changed.`,
    ...edited.map((name) => `-- warning: ${name} was edited after it had been applied; it is not applied again`),
    ...obsolete.map((signature) => `-- warning: the function ${signature} is obsolete, or one of several with its name; it is not dropped`),
    ...pending.map(({ name, sql, concurrently }) => {
      const how = concurrently ? 'outside a transaction, while others write the table' : 'in one transaction';
      return `\n-- migration ${name}, ${how}\n${sql.trimEnd()}`;
    }),
    ...changed.map(({ path, sql }) => `\n-- function ${path}, in one transaction with all functions\n${sql.trimEnd()}`),
  ].join('\n');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
