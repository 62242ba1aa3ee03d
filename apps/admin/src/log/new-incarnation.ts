import { beginLogIncarnation } from '@parley/contracts/event-queue';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';

/** For use after the files of PostgreSQL were restored: ends every event queue, since it may contain events that no longer exist. */
export class NewIncarnation {
  constructor(private readonly suite: RunningSuite) {}

  /** `cell`: the one whose PostgreSQL was restored. */
  async execute(cell: string | undefined): Promise<Answer> {
    const { cells } = this.suite;
    if (cells.length > 0 && cell === undefined)
      throw new CommandError(`Name the cell that was restored: --cell, one of ${cells.join(', ')}.`);
    if (cell !== undefined && !cells.includes(cell)) throw new CommandError(`There is no cell "${cell}".`);
    const { organizations } = await this.suite.callInCell(beginLogIncarnation, {}, cell);
    const count = organizations === 1 ? '1 organization' : `${organizations} organizations`;
    return {
      text: `The log of ${count} has a new incarnation. All event queues end, and clients must register again.`,
      json: { organizations },
    };
  }
}
