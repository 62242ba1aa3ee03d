import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deployDatabase } from '../migrate/deploy-database.js';
import { ensureDatabase } from '../migrate/ensure-database.js';
import { describeMigration } from '../migrate/migrate-database.js';
import { firstNumberedId } from '../migrate/number-ids.js';
import { DIRECTORY, passwordsIn } from '../migrate/set-logins.js';
import { repositoryPath } from '../repository.js';
import type { StoreName } from '../stores/store-programs.js';
import { ClearError } from '../terminal/clear-error.js';
import { serviceNames } from './services.js';
import type { Environment } from './suite-environment.js';

// A suite has one cell without a name, or several: docs/adr/0045-cells.md. Names of processes of each cell but the first begin with its name.

export const MOST_LOCAL_CELLS = 4;
const OTHER_CELL = /^cell-[2-9]$/;

/** Empty for one cell. */
export function cellNames(count: number): string[] {
  return count === 1 ? [] : Array.from({ length: count }, (_, index) => `cell-${index + 1}`);
}

/** Before the names of the processes of a cell. `cell`: undefined for the first one. */
export function processPrefix(cell: string | undefined): string {
  return cell === undefined ? '' : `${cell}-`;
}

/** The cell of a process, by its name. Undefined for the first one. */
export function cellOfProcess(name: string): string | undefined {
  return /^(cell-\d+)-/.exec(name)?.[1];
}

export function storesOfCell(directory: string, cell: string): string {
  return join(directory, 'stores', cell);
}

/** The cells with data, except for the first one. */
export function otherCellsWithData(directory: string): string[] {
  const stores = join(directory, 'stores');
  return existsSync(stores) ? readdirSync(stores).filter((name) => OTHER_CELL.test(name)) : [];
}

interface WantedCells {
  readonly cells: readonly string[];
  readonly directory: string;
  readonly givenStores: Partial<Record<StoreName, string>>;
  readonly replicas: object;
}

/** @throws ClearError if the cells do not fit to the data, to the environment, or to the replicas */
export function checkCells({ cells, directory, givenStores, replicas }: WantedCells): void {
  const count = Math.max(1, cells.length);
  const present = otherCellsWithData(directory).length + 1;
  if (present > count) {
    throw new ClearError(
      `The data in ${directory} has ${present} cells: start it with --cells ${present}, or start over with npm start -- --reset.`,
    );
  }
  if (cells.length > 0 && Object.keys(givenStores).length > 0)
    throw new ClearError('--cells runs stores of its own: leave out DATABASE_URL, REDIS_URL and NATS_URL.');
  const known = cells.slice(1).flatMap((cell) => serviceNames.flatMap((service) => (service === 'gateway' ? [] : [`${cell}-${service}`])));
  const unknown = Object.keys(replicas).find((name) => cellOfProcess(name) !== undefined && !known.includes(name));
  if (unknown !== undefined)
    throw new ClearError(`This suite has no ${unknown}${unknown.endsWith('gateway') ? ': gateways serve all cells' : ''}.`);
}

interface CellDatabases {
  readonly cells: readonly string[];
  /** Of a cell; undefined for the first one. */
  readonly urlOf: (cell: string | undefined) => string;
  readonly passwords: Environment;
  readonly report: (line: string) => void;
}

/** The migration job for the database of each cell, and for that of the directory. With one cell its database keeps its ids. */
export async function deployCells({ cells, urlOf, passwords, report }: CellDatabases): Promise<void> {
  const others = cells.slice(1);
  let idsFrom: number | undefined;
  for (const [index, cell] of [undefined, ...others].entries()) {
    const url = urlOf(cell);
    await ensureDatabase(url);
    const numbering = { cell: cells.length === 0 ? undefined : index + 1, idsFrom: index === 0 ? undefined : idsFrom };
    const outcome = await deployDatabase(url, repositoryPath('prisma'), { report, passwords: passwordsIn(passwords), numbering });
    const { changes, warnings } = describeMigration(outcome, ': npm start -- --reset starts over');
    if (changes.length > 0) report(`${cell === undefined ? '' : `${cell}: `}${changes.join(', ')}`);
    for (const line of warnings) report(line);
    if (others.length > 0) idsFrom ??= await firstNumberedId(url);
  }
  if (others.length === 0) return;
  const url = directoryUrl(urlOf(undefined));
  await ensureDatabase(url);
  await deployDatabase(url, repositoryPath('prisma/directory'), { report, passwords: passwordsIn(passwords, [DIRECTORY]) });
}

/** What the command line needs to move an organization: DATABASE_URL_CELL_1 and so on, with the login of the migration job. */
export function cellDatabaseVariables(cells: readonly string[], urlOf: (cell: string | undefined) => string): Environment {
  const variable = (cell: string) => `DATABASE_URL_${cell.toUpperCase().replaceAll('-', '_')}`;
  return Object.fromEntries(cells.map((cell, index) => [variable(cell), urlOf(index === 0 ? undefined : cell)]));
}

/** The database of the directory, on the server of the first cell. */
export function directoryUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.pathname = '/parley_directory';
  return url.href;
}
