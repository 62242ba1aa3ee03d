import { ErrorCode, type Job, type Queue } from 'bullmq';
import type { JobQueues } from './job-queues.js';
import { shownPayload, shownReason } from './shown-job.js';

/** A job that failed as often as it may. It is kept, and blocks its key, until somebody retries it. */
export interface DeadJob {
  readonly queue: string;
  /** Unique in its queue. */
  readonly id: string;
  /** As operators may see it. */
  readonly payload: unknown;
  /** As operators may see it. */
  readonly reason: string;
  readonly attempts: number;
  readonly diedAtMs: number;
}

const AT_ONCE = 100;

/** Jobs that failed for good, of all services, and their way back. */
export class DeadJobs {
  constructor(private readonly queues: JobQueues) {}

  /** How many there are, by queue, the empty ones too. */
  async count(): Promise<Map<string, number>> {
    const queues = await this.queues.all();
    return new Map(await Promise.all(queues.map(async (queue) => [queue.name, await queue.getFailedCount()] as const)));
  }

  /** The newest `most` of all queues together. */
  async list(most: number): Promise<DeadJob[]> {
    const queues = await this.queues.all();
    const dead = await Promise.all(
      queues.map(async (queue) => {
        const found = await queue.getJobs(['failed'], 0, most - 1, false);
        return found.map((each) => deadJob(queue.name, each));
      }),
    );
    return dead
      .flat()
      .sort((a, b) => b.diedAtMs - a.diedAtMs)
      .slice(0, most);
  }

  /** True: it runs again, with all its attempts. False: no such job is dead, or not any more. Asked by two at once, one is told true. */
  async retry(queueName: string, id: string): Promise<boolean> {
    const queue = (await this.queues.all()).find(({ name }) => name === queueName);
    return queue !== undefined && revive(queue, id);
  }

  /** Those that died first, up to `most`. Gives how many run again. */
  async retryAll(most: number): Promise<number> {
    let retried = 0;
    for (const queue of await this.queues.all()) {
      const ids = most > retried ? await queue.getRanges(['failed'], 0, most - retried - 1, true) : [];
      for (let first = 0; first < ids.length; first += AT_ONCE) {
        const revived = await Promise.all(ids.slice(first, first + AT_ONCE).map((id) => revive(queue, id)));
        retried += revived.filter(Boolean).length;
      }
    }
    return retried;
  }
}

async function revive(queue: Queue, id: string): Promise<boolean> {
  const dead = await queue.getJob(id);
  if (dead === undefined) return false;
  try {
    await dead.retry('failed', { resetAttemptsMade: true });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** BullMQ looks and moves in one step: whoever comes second is told so. */
function isGone(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === ErrorCode.JobNotExist || error.code === ErrorCode.JobNotInState;
}

function deadJob(queue: string, { id, data, failedReason, attemptsMade, finishedOn }: Job): DeadJob {
  return {
    queue,
    id: id ?? '',
    payload: shownPayload(data),
    reason: shownReason(failedReason, data),
    attempts: attemptsMade,
    diedAtMs: finishedOn ?? 0,
  };
}
