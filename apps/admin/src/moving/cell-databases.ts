import { describeCell } from '@parley/contracts/organization';
import { Database, databaseIdentity } from '@parley/persistence';
import { loadConfig, storeVariables } from '@parley/runtime';
import { z } from 'zod';
import { CommandError } from '../command-error.js';
import type { RunningSuite } from '../running-suite.js';

/** For the lock of the move, the lock of the fences, and statements beside them. */
const POOL_SIZE = 6;
const urlsByVariable = z.record(z.string(), z.string());

/** The database of a cell, with the login of the migration job. */
export interface CellDatabase {
  readonly cell: string;
  readonly url: string;
  readonly database: Database;
}

export interface MovingCells {
  readonly source: CellDatabase;
  readonly target: CellDatabase;
}

/** DATABASE_URL_CELL_2 for cell-2. */
export function databaseVariable(cell: string): string {
  return `DATABASE_URL_${cell.toUpperCase().replaceAll('-', '_')}`;
}

interface CellContext {
  readonly suite: RunningSuite;
  readonly environment: NodeJS.ProcessEnv | undefined;
}

/**
 * Opens the database of a cell. It must be the one that the services of the cell use.
 * @throws ConfigError if its variable is not set, CommandError if it is another database
 */
export async function withCellDatabase<T>(
  { suite, environment }: CellContext,
  cell: string,
  work: (opened: CellDatabase) => Promise<T>,
): Promise<T> {
  const variable = databaseVariable(cell);
  const config = urlsByVariable.parse(loadConfig(z.object({ [variable]: storeVariables.DATABASE_URL }), environment));
  const url = config[variable] ?? '';
  const database = new Database({ url, poolSize: POOL_SIZE, name: 'admin', statementTimeoutMs: 0 });
  try {
    const own = await databaseIdentity(database.direct);
    const { database: used } = await suite.callInCell(describeCell, {}, cell);
    if (used !== own) throw new CommandError(`${variable} is not the database of the running services of ${cell}.`);
    return await work({ cell, url, database });
  } finally {
    await database.close();
  }
}

/** Opens the databases of two cells, as `withCellDatabase`. */
export function withCellDatabases<T>(
  context: CellContext,
  names: { readonly source: string; readonly target: string },
  work: (cells: MovingCells) => Promise<T>,
): Promise<T> {
  return withCellDatabase(context, names.source, (source) => withCellDatabase(context, names.target, (target) => work({ source, target })));
}
