import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Runtime } from '@parley/runtime';
import { QueueStore } from '../queues/queue-store.js';
import { CompareHeads } from './compare-heads.js';
import { FanOut } from './fan-out.js';
import { FanOutMetrics } from './fan-out-metrics.js';

const ROUND_MS = 60_000;

/** Cleans up the index entries of expired queues that no append has found, marks idle queues, and counts the others. */
@Injectable()
export class CleanUpQueues implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: QueueStore,
    private readonly heads: CompareHeads,
    private readonly fanOut: FanOut,
    private readonly metrics: FanOutMetrics,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.round(), ROUND_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async execute(): Promise<void> {
    let queues = 0;
    for (const organizationId of this.heads.known) {
      if (!this.fanOut.runsHere(organizationId)) continue;
      this.metrics.cleanedQueues.inc(await this.store.sweep(organizationId));
      queues += await this.store.countQueues(organizationId);
    }
    this.metrics.queues.set(queues);
  }

  private async round(): Promise<void> {
    try {
      await this.execute();
    } catch (err) {
      this.runtime.logger.warn({ err }, 'failed to clean up expired queues; the next run will retry');
    }
  }
}
