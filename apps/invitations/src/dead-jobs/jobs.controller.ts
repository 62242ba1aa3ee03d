import { Controller } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import { listDeadJobs, retryDeadJob, retryDeadJobs } from '@parley/contracts/invitations';
import { Serves } from '@parley/rpc';
import { RetryDeadJobs } from './retry-dead-jobs.js';
import { ShowDeadJobs } from './show-dead-jobs.js';

/** Calls from the operator's command line about the jobs of all services. */
@Controller()
export class JobsController {
  constructor(
    private readonly show: ShowDeadJobs,
    private readonly retry: RetryDeadJobs,
  ) {}

  @Serves(listDeadJobs)
  listDeadJobs(_call: CallOf<typeof listDeadJobs>): Promise<OutputOf<typeof listDeadJobs>> {
    return this.show.execute();
  }

  @Serves(retryDeadJob)
  retryDeadJob({ params }: CallOf<typeof retryDeadJob>): Promise<OutputOf<typeof retryDeadJob>> {
    return this.retry.one(params);
  }

  @Serves(retryDeadJobs)
  retryDeadJobs(_call: CallOf<typeof retryDeadJobs>): Promise<OutputOf<typeof retryDeadJobs>> {
    return this.retry.all();
  }
}
