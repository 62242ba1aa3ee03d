import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { CONFIG, Runtime } from '@parley/runtime';
import { z } from 'zod';
import type { OrganizationConfig } from '../config.js';
import { deleteExpired } from '../credentials/browser-sessions.repository.js';
import { deleteOldSteps } from '../credentials/sign-in-steps.repository.js';
import { sessionLimitsOf } from './session-limits.js';

const EVERY_MS = 24 * 3600 * 1000;
const PORTION = 10_000;

const forgetSessions = job('organization-forget-sessions', z.object({}));

/** Deletes sessions that have expired, and sign-ins that were not finished. An expired session is refused also while its row exists. Running it twice does no harm. */
@Injectable()
export class ForgetExpiredSessions implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: OrganizationConfig,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(forgetSessions, () => this.execute());
    await this.jobs.schedule(forgetSessions, {}, EVERY_MS);
  }

  /** In portions, so that no statement holds many locks or reaches the limit of time. */
  async execute(portion = PORTION): Promise<void> {
    const { direct } = this.database;
    const deleted = await inPortions(portion, () => deleteExpired(direct, sessionLimitsOf(this.config), portion));
    await inPortions(portion, () => deleteOldSteps(direct, portion));
    this.runtime.logger.info({ deleted }, 'expired sessions deleted');
  }
}

/** Returns how many there were. */
async function inPortions(portion: number, deleteSome: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const more = await deleteSome();
    deleted += more;
    if (more < portion) return deleted;
  }
}
