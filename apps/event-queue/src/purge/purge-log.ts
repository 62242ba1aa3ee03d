import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { purgeLog } from '@parley/contracts/event-queue';
import { Database, PURGE_PORTION, type PurgeStep, purgeForAWhile } from '@parley/persistence';
import { everyLaneOf } from '../lanes/lane-plan.js';
import { LanePlans } from '../lanes/lane-plans.js';
import { QueueStore } from '../queues/queue-store.js';
import { purgeOldestEvents } from './purge-log.repository.js';

/** Deletes the event log of an organization that is being purged, and its queues and index in Redis. */
@Injectable()
export class PurgeLog {
  readonly steps: readonly PurgeStep[];

  constructor(
    private readonly database: Database,
    private readonly store: QueueStore,
    private readonly plans: LanePlans,
  ) {
    this.steps = [this.events(), this.queues()];
  }

  execute(input: InputOf<typeof purgeLog>): Promise<OutputOf<typeof purgeLog>> {
    return purgeForAWhile(this.database.direct, this.steps, input);
  }

  private events(): PurgeStep {
    return {
      tables: ['event_log'],
      run: async (organizationId) => {
        const deleted = await purgeOldestEvents(this.database.direct, organizationId, PURGE_PORTION);
        return { deleted, hasMore: deleted > 0 };
      },
    };
  }

  /** In Redis, so it empties no table. */
  private queues(): PurgeStep {
    return {
      tables: [],
      run: async (organizationId) => {
        await this.plans.refresh();
        for (const lane of everyLaneOf(this.plans.of(organizationId), organizationId)) await this.store.purge(lane);
        await this.plans.remove(organizationId);
        return { deleted: 0, hasMore: false };
      },
    };
  }
}
