import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { removePostgresHome } from '../stores/postgres-home.js';

/** Where the suite keeps uploaded files. */
export function filesOf(directory: string): string {
  return join(directory, 'files');
}

/** Throws away the data of a suite that does not run: stores, uploaded files, secrets, demo and logs. Stores given by URL are not touched. */
export function removeData(directory: string): void {
  removePostgresHome(join(directory, 'stores', 'postgres'));
  for (const name of ['stores', 'files', 'secrets.json', 'demo.json', 'logs'])
    rmSync(join(directory, name), { recursive: true, force: true });
}

/** Removes the whole directory, with the data that had to be put elsewhere. */
export function removeSuiteDirectory(directory: string): void {
  removeData(directory);
  rmSync(directory, { recursive: true, force: true });
}

/** Names the folder where `npm test` keeps the logs of suites that tests throw away, for whoever looks for the cause of a failure. */
export const keptLogsVariable = 'PARLEY_TEST_LOGS';

export function keepLogs(directory: string): void {
  const kept = process.env[keptLogsVariable];
  const logs = join(directory, 'logs');
  if (kept && existsSync(logs)) cpSync(logs, join(kept, basename(directory)), { recursive: true });
}
