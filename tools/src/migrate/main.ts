// The migration job of a deployment: `DATABASE_URL=... node tools/dist/migrate/main.js`. Exits with 0 when every migration and function is applied. Records the
// time of the deployment. Enables the login of each service whose password is given, as POSTGRES_MESSAGING_PASSWORD and so on, and a second one for
// POSTGRES_MESSAGING_SECOND_PASSWORD. With CELL_NUMBER the database assigns the ids of that cell.
// With --directory it migrates the database of the directory. With --dry-run it prints the SQL that it would apply, and changes nothing.

import { parseArgs } from 'node:util';
import { repositoryPath } from '../repository.js';
import { ClearError } from '../terminal/clear-error.js';
import { requireUrl } from '../terminal/require-url.js';
import { runCommand } from '../terminal/run-command.js';
import { deployDatabase } from './deploy-database.js';
import { ensureDatabase } from './ensure-database.js';
import { describeMigration } from './migrate-database.js';
import { numberingIn } from './number-ids.js';
import { describePlan, planMigration } from './plan-migration.js';
import { DATABASE_SERVICES, DIRECTORY, passwordsIn } from './set-logins.js';

await runCommand(async () => {
  const { 'dry-run': isDryRun, directory: isDirectory } = readArguments();
  const url = requireUrl('DATABASE_URL', process.env.DATABASE_URL, ['postgres:', 'postgresql:']);
  const directory = repositoryPath(isDirectory ? 'prisma/directory' : 'prisma');
  if (isDryRun) {
    console.log(describePlan(await planMigration(url, directory)));
    return;
  }
  const passwords = passwordsIn(process.env, isDirectory ? [DIRECTORY] : DATABASE_SERVICES);
  const numbering = isDirectory ? undefined : numberingIn(process.env);
  await ensureDatabase(url);
  const report = (line: string) => console.log(line);
  const { changes, warnings } = describeMigration(
    await deployDatabase(url, directory, { report, passwords, ...(numbering !== undefined && { numbering }) }),
  );
  for (const line of changes) console.log(line);
  for (const line of warnings) console.warn(`warning: ${line}`);
  if (changes.length === 0) console.log('nothing to apply');
});

function readArguments() {
  try {
    return parseArgs({ options: { 'dry-run': { type: 'boolean', default: false }, directory: { type: 'boolean', default: false } } })
      .values;
  } catch (error) {
    throw new ClearError(
      `${error instanceof Error ? error.message : String(error)} The options of the migration job are --directory and --dry-run.`,
    );
  }
}
