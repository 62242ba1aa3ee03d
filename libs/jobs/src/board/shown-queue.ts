import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { Job, Queue } from 'bullmq';
import { shownPayload, shownReason } from '../shown-job.js';

/**
 * A queue for the board: read-only, and without texts that operators must not see. Jobs are read again for each view, so changing them here loses
 * nothing.
 */
export class ShownQueue extends BullMQAdapter {
  constructor(queue: Queue) {
    super(queue, { readOnlyMode: true });
  }

  override async getJob(id: string): Promise<Job | undefined> {
    const found = await super.getJob(id);
    return found && redacted(found);
  }

  override async getJobs(...args: Parameters<BullMQAdapter['getJobs']>): Promise<Job[]> {
    const found = await super.getJobs(...args);
    return found.map(redacted);
  }

  override async getJobSchedulers(): ReturnType<BullMQAdapter['getJobSchedulers']> {
    const found = await super.getJobSchedulers();
    return found.map(({ template, ...scheduler }) => ({
      ...scheduler,
      template: template && { ...template, data: shownPayload(template.data) },
    }));
  }
}

function redacted(job: Job): Job {
  job.failedReason = job.failedReason && shownReason(job.failedReason, job.data);
  job.stacktrace = job.stacktrace?.map((line) => shownReason(line, job.data)) ?? null;
  job.returnvalue = shownPayload(job.returnvalue);
  job.data = shownPayload(job.data);
  return job;
}
