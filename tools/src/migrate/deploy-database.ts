import type { FunctionOutcome } from './apply-functions.js';
import type { MigrationOutcome } from './apply-migrations.js';
import { LOCK_WAITS, type MigrationRun } from './lock-waits.js';
import { migrate } from './migrate-database.js';
import { withMigrationLock } from './migration-session.js';
import { noteDeployment } from './note-deployment.js';
import { checkNumbering, type IdNumbering, numberIds } from './number-ids.js';
import { type LoginPasswords, setLogins } from './set-logins.js';

interface Deployment extends Partial<MigrationRun> {
  /** Of the logins of services. Default: none changes. */
  readonly passwords?: LoginPasswords;
  /** Default: that of the database. */
  readonly numbering?: IdNumbering;
}

export interface DeploymentOutcome extends MigrationOutcome, FunctionOutcome {
  /** What changed in the numbering of ids, in lines. */
  readonly numbering: readonly string[];
  readonly numberingWarnings: readonly string[];
}

const NO_NUMBER: IdNumbering = { cell: undefined, idsFrom: undefined };

/**
 * The whole migration job: migrations and functions, the numbering of ids, the record of the deployment, and the logins of the services. All of it
 * with one lock, so that nothing of an older job comes after a newer one. Services accept a new database when the deployment is recorded, so its ids
 * are numbered before: an id without the number of its cell could not be taken back.
 * @throws ClearError as `migrateDatabase`, or if the database belongs to another cell
 */
export async function deployDatabase(
  databaseUrl: string,
  directory: string,
  { waits = LOCK_WAITS, report = () => undefined, passwords = new Map(), numbering = NO_NUMBER }: Deployment = {},
): Promise<DeploymentOutcome> {
  return await withMigrationLock(databaseUrl, report, async (client) => {
    await checkNumbering(client, numbering);
    const outcome = await migrate(client, directory, { waits, report });
    const { changes, warnings } = await numberIds(client, numbering, { waits, report });
    await noteDeployment(client, directory);
    await setLogins(client, passwords);
    return { ...outcome, numbering: changes, numberingWarnings: warnings };
  });
}
