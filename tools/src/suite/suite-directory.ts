import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { removePostgresHome } from '../stores/postgres-home.js';
import { otherCellsWithData, storesOfCell } from './suite-cells.js';

/** The folder of uploaded files of a suite. */
export function filesOf(directory: string): string {
  return join(directory, 'files');
}

/** Deletes the data of a stopped suite: stores, uploaded files, secrets, demo and logs. Stores given by URL are not touched. */
export function removeData(directory: string): void {
  const stores = [join(directory, 'stores'), ...otherCellsWithData(directory).map((cell) => storesOfCell(directory, cell))];
  for (const each of stores) for (const name of ['postgres', 'pgbouncer']) removePostgresHome(join(each, name));
  for (const name of ['stores', 'files', 'secrets.json', 'demo.json', 'logs'])
    rmSync(join(directory, name), { recursive: true, force: true });
}

/** Deletes the whole directory, and the data that had to be stored elsewhere. */
export function removeSuiteDirectory(directory: string): void {
  removeData(directory);
  rmSync(directory, { recursive: true, force: true });
}

/** Copies the logs of a suite into a folder with the name of its directory, to find the cause of a failure. */
export function keepLogs(directory: string, kept: string): void {
  const logs = join(directory, 'logs');
  if (existsSync(logs)) cpSync(logs, join(kept, basename(directory)), { recursive: true });
}
