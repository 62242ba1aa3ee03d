import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EVENT_QUEUE_TIMINGS } from '@parley/contracts';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { deleteLocalIds } from './local-ids.repository.js';

const DAY_SECONDS = 24 * 3600;
/** A client repeats a send while its queue lives, so ids are kept one day more than the longest idle timeout. */
const KEEP_DAYS = EVENT_QUEUE_TIMINGS.maxIdleTimeoutSeconds / DAY_SECONDS + 1;
const EVERY_MS = 3600 * 1000;

const forgetLocalIds = job('messaging-forget-local-ids', z.object({}));

/** Deletes local ids of sends that no client can repeat any more. Running it twice does no harm. */
@Injectable()
export class ForgetLocalIds implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(forgetLocalIds, () => this.execute());
    await this.jobs.schedule(forgetLocalIds, {}, EVERY_MS);
  }

  async execute(): Promise<void> {
    const forgotten = await deleteLocalIds(this.database.direct, KEEP_DAYS);
    this.runtime.logger.info({ forgotten, keepDays: KEEP_DAYS }, 'old local ids deleted');
  }
}
