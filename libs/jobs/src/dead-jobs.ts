import { ErrorCode, type Job, type Queue } from 'bullmq';
import type { JobQueues } from './job-queues.js';
import { shownPayload, shownReason } from './shown-job.js';

/** A job that failed after all its attempts. It is kept, and blocks its key, until it is retried. */
export interface DeadJob {
  readonly queue: string;
  /** Unique in its queue. */
  readonly id: string;
  /** Redacted for operators. */
  readonly payload: unknown;
  /** Redacted for operators. */
  readonly reason: string;
  readonly attempts: number;
  readonly diedAtMs: number;
}

const BATCH_SIZE = 100;

/** Permanently failed jobs of all services. */
export class DeadJobs {
  constructor(private readonly queues: JobQueues) {}

  /** The number of dead jobs by queue, also of queues without any. */
  async count(): Promise<Map<string, number>> {
    const queues = await this.queues.all();
    return new Map(await Promise.all(queues.map(async (queue) => [queue.name, await queue.getFailedCount()] as const)));
  }

  /** The newest of all queues together, up to `limit`. */
  async list(limit: number): Promise<DeadJob[]> {
    const queues = await this.queues.all();
    const dead = await Promise.all(
      queues.map(async (queue) => {
        const found = await queue.getJobs(['failed'], 0, limit - 1, false);
        return found.map((each) => deadJob(queue.name, each));
      }),
    );
    return dead
      .flat()
      .sort((a, b) => b.diedAtMs - a.diedAtMs)
      .slice(0, limit);
  }

  /** True if it runs again, with all its attempts. False if no such job is dead (any more). If two calls run concurrently, one of them returns true. */
  async retry(queueName: string, id: string): Promise<boolean> {
    const queue = (await this.queues.all()).find(({ name }) => name === queueName);
    return queue !== undefined && retryJob(queue, id);
  }

  /** Retries those that died first, up to `limit`. Returns how many run again. */
  async retryAll(limit: number): Promise<number> {
    let retried = 0;
    for (const queue of await this.queues.all()) {
      const ids = limit > retried ? await queue.getRanges(['failed'], 0, limit - retried - 1, true) : [];
      for (let first = 0; first < ids.length; first += BATCH_SIZE) {
        const revived = await Promise.all(ids.slice(first, first + BATCH_SIZE).map((id) => retryJob(queue, id)));
        retried += revived.filter(Boolean).length;
      }
    }
    return retried;
  }
}

async function retryJob(queue: Queue, id: string): Promise<boolean> {
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

/** BullMQ checks and moves in one step, so the second of two concurrent calls fails. */
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
