import { beginLogIncarnation } from '@parley/contracts/event-queue';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';

/** For use after the files of PostgreSQL were restored: ends every event queue, since it may contain events that no longer exist. */
export class NewIncarnation {
  constructor(private readonly suite: RunningSuite) {}

  async execute(): Promise<Answer> {
    const { organizations } = await this.suite.callAsSystem(beginLogIncarnation, {});
    const count = organizations === 1 ? '1 organization' : `${organizations} organizations`;
    return {
      text: `The log of ${count} has a new incarnation. All event queues end, and clients must register again.`,
      json: { organizations },
    };
  }
}
