import { type ListedDeadJob, listDeadJobs } from '@parley/contracts/invitations';
import type { Answer } from '../output/answer.js';
import { duration } from '../output/duration.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';

type DeadJob = ListedDeadJob & { readonly cell?: string };

/** Lists permanently failed jobs of all services, newest first. */
export class ListDeadJobs {
  constructor(private readonly suite: RunningSuite) {}

  async execute(): Promise<Answer> {
    const ofCells = await this.suite.callInEachCell(listDeadJobs, {});
    const counts = ofCells.flatMap(({ cell, answer }) => answer.counts.map((each) => ({ ...each, ...placeOf(cell) })));
    const jobs = ofCells
      .flatMap(({ cell, answer }) => answer.jobs.map((job) => ({ ...job, ...placeOf(cell) })))
      .sort((a, b) => b.diedAtMs - a.diedAtMs);
    const count = counts.reduce((sum, { dead }) => sum + dead, 0);
    const queues = counts
      .filter(({ dead }) => dead > 0)
      .map(({ cell, queue, dead }) => `${cell === undefined ? '' : `${cell} `}${queue}: ${dead}`);
    const summary = count === 0 ? `No dead jobs in ${counts.length} queues.` : `${count} dead: ${queues.join(', ')}.`;
    const rest = count > jobs.length ? `\nand ${count - jobs.length} older ones` : '';
    return {
      text: `${summary}\n${table([...(this.suite.cells.length === 0 ? [] : ['cell']), 'queue', 'job id', 'died', 'attempts', 'payload', 'reason'], jobs.map(row))}${rest}`,
      json: { count, queues: counts, jobs: jobs.map(jobJson) },
    };
  }
}

function row({ cell, queue, id, diedAtMs, attempts, payload, reason }: DeadJob): string[] {
  const [firstLine = ''] = reason.split('\n');
  const place = cell === undefined ? [] : [cell];
  return [...place, queue, id, `${duration(Math.max(0, Date.now() - diedAtMs))} ago`, String(attempts), JSON.stringify(payload), firstLine];
}

function jobJson({ cell, queue, id, payload, reason, attempts, diedAtMs }: DeadJob) {
  return { ...placeOf(cell), queue, job_id: id, payload, reason, attempts, died_at: new Date(diedAtMs).toISOString() };
}

function placeOf(cell: string | undefined): { cell?: string } {
  return cell === undefined ? {} : { cell };
}
