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

/**
 * Opens the databases of two cells. They must be those that the services of these cells use.
 * @throws ConfigError if a variable is not set, CommandError if it is another database
 */
export async function withCellDatabases<T>(
  { suite, environment }: { readonly suite: RunningSuite; readonly environment: NodeJS.ProcessEnv | undefined },
  names: { readonly source: string; readonly target: string },
  work: (cells: MovingCells) => Promise<T>,
): Promise<T> {
  const variables = Object.fromEntries([names.source, names.target].map((cell) => [databaseVariable(cell), storeVariables.DATABASE_URL]));
  const config = urlsByVariable.parse(loadConfig(z.object(variables), environment));
  const open = (cell: string): CellDatabase => {
    const url = config[databaseVariable(cell)] ?? '';
    return { cell, url, database: new Database({ url, poolSize: POOL_SIZE, name: 'admin', statementTimeoutMs: 0 }) };
  };
  const cells = { source: open(names.source), target: open(names.target) };
  try {
    for (const { cell, database } of [cells.source, cells.target]) {
      const own = await databaseIdentity(database.direct);
      const { database: used } = await suite.callInCell(describeCell, {}, cell);
      if (used !== own) throw new CommandError(`${databaseVariable(cell)} is not the database of the running services of ${cell}.`);
    }
    return await work(cells);
  } finally {
    await Promise.all([cells.source.database.close(), cells.target.database.close()]);
  }
}
