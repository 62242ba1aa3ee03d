import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import { type listDeadJobs, MAX_LISTED_DEAD_JOBS } from '@parley/contracts/invitations';
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
