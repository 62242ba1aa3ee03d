import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import { MAX_RETRIED_JOBS, type retryDeadJob, type retryDeadJobs } from '@parley/contracts/invitations';
import { DeadJobs } from '@parley/jobs';
import { Runtime } from '@parley/runtime';

/** Queues dead jobs again, once for each time they died. */
@Injectable()
export class RetryDeadJobs {
  constructor(
    private readonly deadJobs: DeadJobs,
    private readonly runtime: Runtime,
  ) {}

  async one({ queue, id }: InputOf<typeof retryDeadJob>): Promise<OutputOf<typeof retryDeadJob>> {
    const isRetried = await this.deadJobs.retry(queue, id);
    if (isRetried) this.runtime.logger.info({ job: queue, jobId: id }, 'dead job queued again');
    return { isRetried };
  }

  async all(): Promise<OutputOf<typeof retryDeadJobs>> {
    const retried = await this.deadJobs.retryAll(MAX_RETRIED_JOBS);
    if (retried > 0) this.runtime.logger.info({ retried }, 'dead jobs queued again');
    const counts = await this.deadJobs.count();
    return { retried, left: [...counts.values()].reduce((sum, dead) => sum + dead, 0) };
  }
}
