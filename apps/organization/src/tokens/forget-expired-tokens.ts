import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { deleteExpiredTokens } from '../credentials/api-tokens.repository.js';

const EVERY_MS = 24 * 3600 * 1000;
/** People see for a while which tokens have expired. */
const KEPT_DAYS = 30;
const PORTION = 10_000;

const forgetTokens = job('organization-forget-tokens', z.object({}));

/** Deletes API tokens that expired a while ago. An expired token is refused also while its row exists. Running it twice does no harm. */
@Injectable()
export class ForgetExpiredTokens implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(forgetTokens, () => this.execute());
    await this.jobs.schedule(forgetTokens, {}, EVERY_MS);
  }

  /** In portions, so that no statement holds many locks or reaches the limit of time. */
  async execute(portion = PORTION): Promise<void> {
    let deleted = 0;
    for (;;) {
      const more = await deleteExpiredTokens(this.database.direct, KEPT_DAYS, portion);
      deleted += more;
      if (more < portion) break;
    }
    this.runtime.logger.info({ deleted }, 'expired API tokens deleted');
  }
}
