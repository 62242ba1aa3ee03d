import { Injectable } from '@nestjs/common';
import { type listDeadJobs, MAX_LISTED_DEAD_JOBS, type OutputOf } from '@parley/contracts';
import { DeadJobs } from '@parley/jobs';

/** Lists the jobs that failed permanently. */
@Injectable()
export class ShowDeadJobs {
  constructor(private readonly deadJobs: DeadJobs) {}

  async execute(): Promise<OutputOf<typeof listDeadJobs>> {
    const [counts, jobs] = await Promise.all([this.deadJobs.count(), this.deadJobs.list(MAX_LISTED_DEAD_JOBS)]);
    return { counts: [...counts].map(([queue, dead]) => ({ queue, dead })), jobs };
  }
}
