import type { FunctionOutcome } from './apply-functions.js';
import type { MigrationOutcome } from './apply-migrations.js';
import { LOCK_WAITS, type MigrationRun } from './lock-waits.js';
import { migrate } from './migrate-database.js';
import { withMigrationLock } from './migration-session.js';
import { noteDeployment } from './note-deployment.js';
import { type LoginPasswords, setLogins } from './set-logins.js';

interface Deployment extends Partial<MigrationRun> {
  /** Of the logins of services. Default: none changes. */
  readonly passwords?: LoginPasswords;
}

/**
 * The whole migration job: migrations and functions, the record of the deployment, and the logins of the services. All of it with one lock, so
 * that nothing of an older job comes after a newer one.
 * @throws ClearError as `migrateDatabase`
 */
export async function deployDatabase(
  databaseUrl: string,
  directory: string,
  { waits = LOCK_WAITS, report = () => undefined, passwords = new Map() }: Deployment = {},
): Promise<MigrationOutcome & FunctionOutcome> {
  return await withMigrationLock(databaseUrl, report, async (client) => {
    const outcome = await migrate(client, directory, { waits, report });
    await noteDeployment(client, directory);
    await setLogins(client, passwords);
    return outcome;
  });
}
