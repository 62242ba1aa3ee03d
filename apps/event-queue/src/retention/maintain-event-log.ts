import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EVENT_QUEUE_TIMINGS } from '@parley/contracts';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { maintainPartitions } from './event-log.repository.js';

const DAY_SECONDS = 24 * 3600;
/** A queue may lag by its idle timeout, and its events must still be there. So the log is kept one day longer than the maximum timeout. */
export const KEEP_DAYS = EVENT_QUEUE_TIMINGS.maxIdleTimeoutSeconds / DAY_SECONDS + 1;
const EVERY_MS = 6 * 3600 * 1000;

const maintainEventLog = job('event-log-maintain', z.object({}));

/** Creates the log's partitions for the coming days and drops those that no queue can need. Running it twice does no harm. */
@Injectable()
export class MaintainEventLog implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(maintainEventLog, () => this.execute());
    await this.jobs.schedule(maintainEventLog, {}, EVERY_MS);
  }

  async execute(): Promise<void> {
    const dropped = await maintainPartitions(this.database.direct, KEEP_DAYS);
    this.runtime.logger.info({ dropped, keepDays: KEEP_DAYS }, 'event log maintained');
  }
}
