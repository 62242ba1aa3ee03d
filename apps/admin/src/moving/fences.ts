import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Tx } from '@parley/persistence';
import { CommandError } from '../command-error.js';
import {
  addFence,
  disableTrigger,
  enabledTriggers,
  enableTrigger,
  type FenceState,
  hasFences,
  lockFences,
  removeFence,
} from './fence.repository.js';
import { fencedTables } from './move-tables.repository.js';
import { hasState } from './sql-state.js';

const LONGEST_MS = 24 * 3600 * 1000;
/** How long a table is tried whose transactions do not end. */
const PATIENCE_MS = 10 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Puts a fence around an organization. When this ends, each transaction that changes the organization meets it: the fence is committed before the triggers
 * are enabled, and enabling one waits for the transactions that wrote to its table before.
 */
export async function raiseFence(
  database: Database,
  organizationId: number,
  state: FenceState,
  report: (line: string) => void,
): Promise<void> {
  await withFences(database, async () => {
    await addFence(database.direct, organizationId, state);
    for (const table of await fencedTables(database.direct)) await patiently(database, table, enableTrigger, report);
  });
}

/** Removes the fence. */
export async function takeDownFence(database: Database, organizationId: number, report: (line: string) => void): Promise<void> {
  await removeFence(database.direct, organizationId);
  await restTriggers(database, report);
}

/** Disables the triggers of a database without fences. */
export async function restTriggers(database: Database, report: (line: string) => void): Promise<void> {
  await withFences(database, async () => {
    if ((await hasFences(database.direct)) || (await enabledTriggers(database.direct)) === 0) return;
    for (const table of await fencedTables(database.direct)) await patiently(database, table, disableTrigger, report);
  });
}

/** @throws CommandError if a table that has organizations has no trigger, for example because a migration ran meanwhile */
export async function checkFence({ direct }: Database): Promise<void> {
  const [tables, triggers] = [(await fencedTables(direct)).length, await enabledTriggers(direct)];
  if (triggers < tables)
    throw new CommandError(
      `Only ${triggers} of ${tables} tables can refuse changes, because a migration ran meanwhile. Cancel the move and begin again.`,
    );
}

/** One process at a time enables or disables the triggers of a database. */
async function withFences(database: Database, work: () => Promise<void>): Promise<void> {
  await database.transaction(
    async (tx) => {
      await lockFences(tx);
      await work();
    },
    { timeoutMs: LONGEST_MS },
  );
}

async function patiently(
  database: Database,
  table: string,
  change: (tx: Tx, table: string) => Promise<void>,
  report: (line: string) => void,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      await database.transaction((tx) => change(tx, table));
      return;
    } catch (error) {
      if (!hasState(error, LOCK_NOT_AVAILABLE, DEADLOCK) || performance.now() > deadline) throw error;
      if (tries % 10 === 0) report(`waiting for a transaction that writes to ${table}`);
      // Others write to the table meanwhile.
      await delay(500);
    }
  }
}
