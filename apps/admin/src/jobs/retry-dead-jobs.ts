import { retryDeadJob, retryDeadJobs } from '@parley/contracts/invitations';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';

/** Retries permanently failed jobs. */
export class RetryDeadJobs {
  constructor(private readonly suite: RunningSuite) {}

  async one(queue: string, id: string): Promise<Answer> {
    const isRetried = (await this.suite.callInEachCell(retryDeadJob, { queue, id })).some(({ answer }) => answer.isRetried);
    if (!isRetried) throw new CommandError(`There is no dead job "${id}" in ${queue}.`);
    return { text: `${id} of ${queue} was queued again.`, json: { queue, job_id: id } };
  }

  async all(): Promise<Answer> {
    const ofCells = (await this.suite.callInEachCell(retryDeadJobs, {})).map(({ answer }) => answer);
    const sum = (of: 'retried' | 'left') => ofCells.reduce((total, answer) => total + answer[of], 0);
    const [retried, left] = [sum('retried'), sum('left')];
    const rest = left === 0 ? '' : ` ${left} dead jobs remain.`;
    return { text: `${retried} queued again.${rest}`, json: { retried, left } };
  }
}
