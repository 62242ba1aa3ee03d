import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { CONFIG, Runtime } from '@parley/runtime';
import { z } from 'zod';
import type { OrganizationConfig } from '../config.js';
import { deleteOldEntries } from './audit-log.repository.js';

const EVERY_MS = 3600 * 1000;
const PORTION = 10_000;

const forgetOldEntries = job('organization-forget-audit-log', z.object({}));

/** Deletes entries of the audit log that are older than AUDIT_LOG_DAYS. Running it twice does no harm. */
@Injectable()
export class ForgetOldEntries implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: OrganizationConfig,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(forgetOldEntries, () => this.execute());
    await this.jobs.schedule(forgetOldEntries, {}, EVERY_MS);
  }

  /** In portions, so that no statement holds many locks or reaches the limit of time. */
  async execute(portion = PORTION): Promise<void> {
    const keepDays = this.config.AUDIT_LOG_DAYS;
    let deleted = 0;
    for (;;) {
      const more = await deleteOldEntries(this.database.direct, keepDays, portion);
      deleted += more;
      if (more < portion) break;
    }
    this.runtime.logger.info({ deleted, keepDays }, 'old entries of the audit log deleted');
  }
}
