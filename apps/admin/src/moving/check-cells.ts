import { listCells } from '@parley/contracts/directory';
import { describeCell } from '@parley/contracts/organization';
import type { Tx } from '@parley/persistence';
import { CommandError } from '../command-error.js';
import type { RunningSuite } from '../running-suite.js';
import { countRows, organizationInTheWay } from './carry-over.repository.js';
import { type CellDatabase, databaseVariable, type MovingCells } from './cell-databases.js';
import { CARRIED_OVER, replicatedTables } from './move-tables.repository.js';
import { actAsReplica, freeOriginsOf, sourceFacts } from './replication.repository.js';
import { hasState } from './sql-state.js';

const NO_RIGHTS = '42501';
/** One follows the changes, two copy tables. */
const SLOTS = 3;

/** @throws CommandError if there are no cells, or none of this name */
export async function checkCellName(suite: RunningSuite, name: string): Promise<void> {
  if (suite.cells.length === 0) throw new CommandError('There are no cells: CELLS names none, or only one.');
  const { cells } = await suite.callAsSystem(listCells, {});
  if (!cells.some((cell) => cell.name === name) || !suite.cells.includes(name))
    throw new CommandError(`There is no cell "${name}": list-cells shows all.`);
}

/** @throws CommandError if an organization cannot move between these cells */
export async function checkVersions(suite: RunningSuite, { source, target }: { source: string; target: string }): Promise<void> {
  const [here, there] = [await suite.callInCell(describeCell, {}, source), await suite.callInCell(describeCell, {}, target)];
  if (here.schema !== there.schema)
    throw new CommandError(
      `${source} has the schema ${here.schema ?? 'without a version'}, and ${target} ${there.schema ?? 'without a version'}. An organization moves only between equal ones: upgrade both cells.`,
    );
  for (const [cell, { number }] of [
    [source, here],
    [target, there],
  ] as const)
    if (number === null) throw new CommandError(`${cell} has no number, so ids could collide: run its migration job with CELL_NUMBER.`);
  if (here.number === there.number)
    throw new CommandError(`${source} and ${target} have the same number ${here.number}, so they assign the same ids.`);
}

/** Only before there is a subscription, which uses slots and senders. @throws CommandError if PostgreSQL lacks a setting, or a login lacks rights */
export async function checkServers({ source, target }: MovingCells, organizationId: number): Promise<void> {
  const { walLevel, freeSlots, freeSenders, mayReplicate } = await sourceFacts(source.database.direct, organizationId);
  if (walLevel !== 'logical')
    throw new CommandError(
      `PostgreSQL of ${source.cell} has wal_level = ${walLevel}. Set wal_level = logical and restart it: docs/operations.md, "Move an organization".`,
    );
  if (!mayReplicate) throw noRights(source, 'REPLICATION');
  if (freeSlots < SLOTS)
    throw new CommandError(
      `PostgreSQL of ${source.cell} has ${freeSlots} free replication slots, and a move needs ${SLOTS}: raise max_replication_slots, or drop slots that nothing uses.`,
    );
  if (freeSenders < SLOTS)
    throw new CommandError(
      `PostgreSQL of ${source.cell} has ${freeSenders} free WAL senders, and a move needs ${SLOTS}: raise max_wal_senders.`,
    );
  for (const cell of [source, target]) await checkSuperuser(cell);
  const { direct } = target.database;
  checkOrigins(target.cell, await freeOriginsOf(direct), (await replicatedTables(direct)).length);
}

/**
 * The copy of each table uses a replication origin until the worker that follows the changes deletes it. On a busy server that worker falls
 * behind, and the last tables find none. Then the subscription stops.
 * @throws CommandError
 */
export function checkOrigins(cell: string, free: number, tables: number): void {
  const needed = tables + 1;
  if (free < needed)
    throw new CommandError(
      `PostgreSQL of ${cell} has ${free} free replication origins, and a move needs ${needed}: raise max_replication_slots and restart it (from PostgreSQL 18 on max_active_replication_origins).`,
    );
}

/** @throws CommandError if the login of the database may not do what a move needs */
export async function checkSuperuser(cell: CellDatabase): Promise<void> {
  try {
    await cell.database.transaction((tx: Tx) => actAsReplica(tx));
  } catch (error) {
    if (hasState(error, NO_RIGHTS)) throw noRights(cell, 'SUPERUSER');
    throw error;
  }
}

export function noRights({ cell, url }: CellDatabase, attribute: string): CommandError {
  return new CommandError(
    `The login "${decodeURIComponent(new URL(url).username)}" of ${databaseVariable(cell)} lacks rights in PostgreSQL of ${cell}: a move needs one with ${attribute}.`,
  );
}

/** Only before anything was copied. @throws CommandError if the target has rows of the organization */
export async function checkTargetIsEmpty(
  { target }: MovingCells,
  { id, stringId, uuid }: { readonly id: number; readonly stringId: string; readonly uuid: string },
): Promise<void> {
  const { direct } = target.database;
  const present = await organizationInTheWay(direct, id, stringId, uuid);
  if (present !== undefined)
    throw new CommandError(`${target.cell} has an organization with the name or the id of ${stringId}: ${present}.`);
  const carried = CARRIED_OVER.filter((table) => table !== 'organization');
  const counts = await countRows(direct, id, [...(await replicatedTables(direct)), ...carried]);
  const [table] = [...counts].find(([, rows]) => rows > 0) ?? [];
  if (table !== undefined)
    throw new CommandError(
      `${target.cell} has rows of ${stringId} (table ${table}), although it lives in another cell. They must be deleted first.`,
    );
}
