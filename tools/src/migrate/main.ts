// The migration job of a deployment: `DATABASE_URL=... node tools/dist/migrate/main.js`. Exits with 0 when every migration and function is applied. Records the
// time of the deployment. Enables the login of each service whose password is given, as POSTGRES_MESSAGING_PASSWORD and so on.
// With --dry-run it prints the SQL that it would apply, and changes nothing.

import { parseArgs } from 'node:util';
import { repositoryPath } from '../repository.js';
import { passwordVariable } from '../stores/bus-users.js';
import { ClearError } from '../terminal/clear-error.js';
import { requireUrl } from '../terminal/require-url.js';
import { runCommand } from '../terminal/run-command.js';
import { ensureDatabase } from './ensure-database.js';
import { describeMigration, migrateDatabase } from './migrate-database.js';
import { noteDeployment } from './note-deployment.js';
import { describePlan, planMigration } from './plan-migration.js';
import { DATABASE_SERVICES, setLogins } from './set-logins.js';

await runCommand(async () => {
  const isDryRun = readArguments();
  const url = requireUrl('DATABASE_URL', process.env.DATABASE_URL, ['postgres:', 'postgresql:']);
  const directory = repositoryPath('prisma');
  if (isDryRun) {
    console.log(describePlan(await planMigration(url, directory)));
    return;
  }
  await ensureDatabase(url);
  const report = (line: string) => console.log(line);
  const { changes, warnings } = describeMigration(await migrateDatabase(url, directory, { report }));
  await noteDeployment(url, directory);
  const passwords = DATABASE_SERVICES.map((service) => [service, process.env[passwordVariable('POSTGRES', service)] ?? ''] as const);
  await setLogins(url, new Map(passwords.filter(([, password]) => password !== '')));
  for (const line of changes) console.log(line);
  for (const line of warnings) console.warn(`warning: ${line}`);
  if (changes.length === 0) console.log('nothing to apply');
});

function readArguments(): boolean {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } }).values['dry-run'];
  } catch (error) {
    throw new ClearError(`${error instanceof Error ? error.message : String(error)} The only option of the migration job is --dry-run.`);
  }
}
