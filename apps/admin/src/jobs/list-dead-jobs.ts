import { type ListedDeadJob, listDeadJobs } from '@parley/contracts/invitations';
import type { Answer } from '../output/answer.js';
import { duration } from '../output/duration.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';

/** Lists permanently failed jobs of all services, newest first. */
export class ListDeadJobs {
  constructor(private readonly suite: RunningSuite) {}

  async execute(): Promise<Answer> {
    const { counts, jobs } = await this.suite.callAsSystem(listDeadJobs, {});
    const count = counts.reduce((sum, { dead }) => sum + dead, 0);
    const queues = counts.filter(({ dead }) => dead > 0).map(({ queue, dead }) => `${queue}: ${dead}`);
    const summary = count === 0 ? `No dead jobs in ${counts.length} queues.` : `${count} dead: ${queues.join(', ')}.`;
    const rest = count > jobs.length ? `\nand ${count - jobs.length} older ones` : '';
    return {
      text: `${summary}\n${table(['queue', 'job id', 'died', 'attempts', 'payload', 'reason'], jobs.map(row))}${rest}`,
      json: { count, queues: counts, jobs: jobs.map(jobJson) },
    };
  }
}

function row({ queue, id, diedAtMs, attempts, payload, reason }: ListedDeadJob): string[] {
  const [firstLine = ''] = reason.split('\n');
  return [queue, id, `${duration(Math.max(0, Date.now() - diedAtMs))} ago`, String(attempts), JSON.stringify(payload), firstLine];
}

function jobJson({ queue, id, payload, reason, attempts, diedAtMs }: ListedDeadJob) {
  return { queue, job_id: id, payload, reason, attempts, died_at: new Date(diedAtMs).toISOString() };
}
