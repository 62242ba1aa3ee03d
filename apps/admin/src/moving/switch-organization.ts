import { setTimeout as delay } from 'node:timers/promises';
import type { InputOf } from '@parley/contracts';
import { changePlace, noteMoveStep } from '@parley/contracts/directory';
import { CommandError } from '../command-error.js';
import type { RunningSuite } from '../running-suite.js';
import { carryOver, compareCounts } from './carry-over.js';
import type { MovingCells } from './cell-databases.js';
import { setFence } from './fence.repository.js';
import { checkFence } from './fences.js';
import { hasApplied, logPosition } from './replication.repository.js';
import { hasState } from './sql-state.js';

type Condition = InputOf<typeof changePlace>['from'];

const LOCK_NOT_AVAILABLE = '55P03';
const LOOK_MS = 20;
/** How long changes are refused before it is given up. */
const MOST_WAIT_MS = 60_000;

/** Lets the organization live in the target: changes are refused, the last ones are awaited, and the directory names the target. */
export class SwitchOrganization {
  constructor(
    private readonly suite: RunningSuite,
    private readonly organizationId: number,
    private readonly cells: MovingCells,
    private readonly report: (line: string) => void,
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
    const { source } = this.cells;
    const { outcome } = await this.suite.callAsSystem(noteMoveStep, { organizationId: this.organizationId, step: 'switching' });
    if (outcome === 'refused') throw new CommandError('The move was cancelled meanwhile.');
    await this.change(this.here, this.moving);
    this.report(`switching: changes are refused with 503`);
    if (!isReady) {
      await this.orReopen(async () => {
        await checkFence(source.database);
        await this.close();
        await this.untilApplied();
        await compareCounts(this.cells, this.organizationId);
      });
      // If this fails, the source stays closed: it may have succeeded.
      await carryOver(this.cells, this.organizationId);
    }
    this.report('the copy is complete');
    await this.change(this.moving, this.there);
  }

  /** What the steps before `carryOver` leave can be undone. */
  async reopen(): Promise<void> {
    const { organizationId } = this;
    await this.cells.source.database.transaction((tx) => setFence(tx, organizationId, 'open'));
    await this.change(this.moving, this.here);
    await this.suite.callAsSystem(noteMoveStep, { organizationId, step: 'copying' });
  }

  private async orReopen(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.reopen();
      throw error;
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

  private async untilApplied(): Promise<void> {
    const { direct } = this.cells.source.database;
    const end = await logPosition(direct);
    const deadline = performance.now() + MOST_WAIT_MS;
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
