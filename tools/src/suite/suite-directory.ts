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

/** Copies the logs of a suite into a folder named like its directory, for whoever looks for the cause of a failure. */
export function keepLogs(directory: string, kept: string): void {
  const logs = join(directory, 'logs');
  if (existsSync(logs)) cpSync(logs, join(kept, basename(directory)), { recursive: true });
}
