import { setTimeout as delay } from 'node:timers/promises';
import type { InputOf } from '@parley/contracts';
import { changePlace, noteMoveStep } from '@parley/contracts/directory';
import { CommandError } from '../command-error.js';
import type { RunningSuite } from '../running-suite.js';
import { carryOver, compareCounts } from './carry-over.js';
import type { MovingCells } from './cell-databases.js';
import { fenceOf, setFence, settledFence } from './fence.repository.js';
import { checkFence } from './fences.js';
import { hasApplied, logPosition } from './replication.repository.js';
import { hasState } from './sql-state.js';
import type { CheckLock } from './with-move-lock.js';

type Condition = InputOf<typeof changePlace>['from'];

const LOCK_NOT_AVAILABLE = '55P03';
const LOOK_MS = 20;
/** How long changes are refused at most before the source is opened again. */
const MOST_REFUSED_MS = 60_000;

/** Lets the organization live in the target: changes are refused, the last ones are awaited, and the directory names the target. */
export class SwitchOrganization {
  /** Whether the transaction that makes the copy the organization may be committed. */
  private mayBeCarriedOver = false;

  constructor(
    private readonly suite: RunningSuite,
    private readonly organizationId: number,
    private readonly cells: MovingCells,
    private readonly report: (line: string) => void,
    private readonly checkLock: CheckLock,
  ) {}

  private get here(): Condition {
    return { cell: this.cells.source.cell, state: 'active', target: null };
  }

  private get moving(): Condition {
    return { cell: this.cells.source.cell, state: 'moving', target: this.cells.target.cell };
  }

  private get there(): Condition {
    return { cell: this.cells.target.cell, state: 'active', target: null };
  }

  /** @param isReady whether an earlier run has carried over what is not replicated */
  async execute(isReady: boolean): Promise<void> {
    await this.checkLock();
    const { outcome } = await this.suite.callAsSystem(noteMoveStep, { organizationId: this.organizationId, step: 'switching' });
    if (outcome === 'refused') throw new CommandError('The move was cancelled meanwhile.');
    if (isReady) await this.change(this.here, this.moving);
    else await this.prepare(performance.now() + MOST_REFUSED_MS);
    this.report('the copy is complete');
    await this.checkLock();
    if ((await fenceOf(this.cells.source.database.direct, this.organizationId)) !== 'closed')
      throw new CommandError(
        `${this.cells.source.cell} was opened after the copy was complete. Cancel the move with --cancel, and begin again.`,
      );
    await this.change(this.moving, this.there);
  }

  /** The organization is used in the source again. Only before `carryOver` has committed. */
  async reopen(): Promise<void> {
    const { organizationId } = this;
    await this.checkLock();
    await this.cells.source.database.transaction(async (tx) => {
      // Without a fence changes are allowed.
      if ((await fenceOf(tx, organizationId)) !== undefined) await setFence(tx, organizationId, 'open');
    });
    await this.change(this.moving, this.here);
    await this.suite.callAsSystem(noteMoveStep, { organizationId, step: 'copying' });
  }

  /** Refuses changes and completes the copy. If that fails, the source is opened again. */
  private async prepare(deadline: number): Promise<void> {
    try {
      await this.change(this.here, this.moving);
      this.report('switching: changes are refused with 503');
      await checkFence(this.cells.source.database);
      await this.close();
      await this.untilApplied(deadline);
      await compareCounts(this.cells, this.organizationId, deadline);
      await this.checkLock();
      await carryOver(this.cells, this.organizationId, deadline, () => {
        this.mayBeCarriedOver = true;
      });
    } catch (error) {
      if (this.mayBeCarriedOver && (await this.isCarriedOver())) return;
      await this.reopenAfter(error);
      throw performance.now() < deadline || error instanceof CommandError ? error : tooLong(error);
    }
  }

  /** After a failure whose outcome is not known. The transaction holds the fence until it ends. */
  private async isCarriedOver(): Promise<boolean> {
    const { database, cell } = this.cells.target;
    try {
      return (await database.transaction((tx) => settledFence(tx, this.organizationId))) === 'closed';
    } catch (cause) {
      throw new CommandError(
        `${cell} did not answer at the last step. Changes are refused until you run the command again, with --to or --cancel.`,
        {
          cause,
        },
      );
    }
  }

  private async reopenAfter(error: unknown): Promise<void> {
    try {
      await this.reopen();
    } catch (cause) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(
        `The switch failed (${reason}), and ${this.cells.source.cell} could not be opened again. Changes are refused until you run the command again, with --to or --cancel.`,
        { cause },
      );
    }
  }

  /** When this ends, each change was committed before, or will be refused. */
  private async close(): Promise<void> {
    try {
      await this.cells.source.database.transaction((tx) => setFence(tx, this.organizationId, 'closed'));
    } catch (error) {
      if (!hasState(error, LOCK_NOT_AVAILABLE)) throw error;
      throw new CommandError('A transaction that changes the organization does not end. It is used as before. Run the command again.', {
        cause: error,
      });
    }
  }

  private async untilApplied(deadline: number): Promise<void> {
    const { direct } = this.cells.source.database;
    const end = await logPosition(direct);
    while (!(await hasApplied(direct, this.organizationId, end))) {
      if (performance.now() > deadline)
        throw new CommandError(
          `${this.cells.target.cell} did not apply the last changes within a minute. The organization is used as before. Run the command again.`,
        );
      await delay(LOOK_MS);
    }
  }

  private async change(from: Condition, to: Condition): Promise<void> {
    const { outcome, place } = await this.suite.callAsSystem(changePlace, { organizationId: this.organizationId, from, to });
    if (outcome === 'changed') return;
    throw new CommandError(
      `The directory did not change the place of the organization: ${outcome}, it is ${place?.state} in ${place?.cell}.`,
    );
  }
}

function tooLong(cause: unknown): CommandError {
  return new CommandError('The switch took longer than a minute. The organization is used as before. Run the command again.', { cause });
}
