import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../command-error.js';
import { duration } from '../output/duration.js';
import { type Progress, shownCount } from '../output/progress.js';
import type { CellDatabase, MovingCells } from './cell-databases.js';
import { noRights } from './check-cells.js';
import { deleteCopy } from './delete-copy.js';
import { settledFence } from './fence.repository.js';
import { raiseFence } from './fences.js';
import { replicatedTables } from './move-tables.repository.js';
import {
  analyze,
  createPublication,
  createSlot,
  createSubscription,
  dropSlot,
  hasPublication,
  moveName,
  runningCopies,
  slotOf,
  subscriptionOf,
} from './replication.repository.js';
import { hasState } from './sql-state.js';
import type { CheckLock } from './with-move-lock.js';

const NO_RIGHTS = '42501';
/** Connection failures, and the refusal of a connection string that does not work. */
const NO_CONNECTION = ['08001', '08006', '08000'];
/** The switch waits for what is left. */
const SMALL_LAG_BYTES = 4 * 1024 * 1024;
const LOOK_MS = 250;

/** Copies an organization to the target while it is used, and follows its changes. It goes on where an earlier run ended. */
export class CopyOrganization {
  constructor(
    private readonly organizationId: number,
    private readonly cells: MovingCells,
    private readonly report: (line: string) => void,
    private readonly progress: Progress,
    private readonly checkLock: CheckLock,
  ) {}

  /** Whether PostgreSQL copies already. */
  async isBegun(): Promise<boolean> {
    return (await subscriptionOf(this.cells.target.database.direct, this.organizationId)) !== undefined;
  }

  /** Resolves when all rows are there, and few changes are missing. @param isTargetEmpty whether the target has no row of it */
  async execute(isTargetEmpty: boolean): Promise<void> {
    const { source, target } = this.cells;
    if (!(await this.isBegun())) {
      this.report(`${source.cell} and ${target.cell}: enabling the triggers that refuse changes when they must`);
      await raiseFence(source.database, this.organizationId, 'open', this.report);
      await raiseFence(target.database, this.organizationId, 'elsewhere', this.report);
      await this.begin(isTargetEmpty);
    }
    const started = performance.now();
    await this.follow();
    this.report(`copied in ${duration(performance.now() - started)}`);
    // Without them, the first requests would be planned as if the organization had no rows.
    this.report(`${target.cell}: collecting statistics`);
    const { direct } = target.database;
    await analyze(direct, await replicatedTables(direct));
    await this.follow();
  }

  private async begin(isTargetEmpty: boolean): Promise<void> {
    const { source, target } = this.cells;
    const { direct } = source.database;
    // Of an earlier run that was interrupted before there was a subscription.
    await dropSlot(direct, this.organizationId);
    if (!isTargetEmpty) await deleteCopy(target.database, this.organizationId, this.progress, this.checkLock);
    if (!(await hasPublication(direct, this.organizationId)))
      await createPublication(direct, this.organizationId, await replicatedTables(direct));
    this.report(`${source.cell}: waiting for the transactions that write now`);
    await createSlot(direct, this.organizationId);
    this.report(`copying from ${source.cell} to ${target.cell}`);
    await this.subscribe(source, target);
  }

  private async subscribe(source: CellDatabase, target: CellDatabase): Promise<void> {
    try {
      await createSubscription(target.database.direct, this.organizationId, source.url);
    } catch (error) {
      if (hasState(error, NO_RIGHTS)) throw noRights(target, 'SUPERUSER');
      if (!hasState(error, ...NO_CONNECTION)) throw error;
      throw new CommandError(`PostgreSQL of ${target.cell} cannot connect to that of ${source.cell} at ${new URL(source.url).host}.`, {
        cause: error,
      });
    }
  }

  private async follow(): Promise<void> {
    for (;;) {
      const { tables, copied, lagBytes } = await this.state();
      if (copied === tables && lagBytes <= SMALL_LAG_BYTES) break;
      const running = await runningCopies(this.cells.target.database.direct, this.organizationId);
      this.progress.show(() =>
        copied < tables
          ? `copied: ${copied} of ${tables} tables${running.map(({ table, rows }) => `, ${shownCount(rows)} rows of ${table}`).join('')}`
          : `changes: ${shownCount(Math.round(lagBytes / 1024))} KB behind`,
      );
      await delay(LOOK_MS);
    }
  }

  /** @throws CommandError if PostgreSQL has given up */
  private async state(): Promise<{ tables: number; copied: number; lagBytes: number }> {
    const { source, target } = this.cells;
    const [subscription, slot] = [
      await subscriptionOf(target.database.direct, this.organizationId),
      await slotOf(source.database.direct, this.organizationId),
    ];
    const name = moveName(this.organizationId);
    if (subscription === undefined || !subscription.isEnabled)
      throw new CommandError(
        `The subscription ${name} in ${target.cell} has stopped: the log of its PostgreSQL says why. Cancel the move and begin again.`,
      );
    if (slot === undefined || slot.walStatus === 'lost')
      throw new CommandError(`The replication slot ${name} in ${source.cell} is lost. Cancel the move and begin again.`);
    return { ...subscription, lagBytes: slot.lagBytes };
  }

  /** Whether an earlier run carried over what is not replicated, so that only the directory has to change. */
  async isReady(): Promise<boolean> {
    // A run that was killed may be committing.
    return (await this.cells.target.database.transaction((tx) => settledFence(tx, this.organizationId))) === 'closed';
  }
}
