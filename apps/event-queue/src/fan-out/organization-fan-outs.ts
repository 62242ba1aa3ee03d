import { Inject, Injectable } from '@nestjs/common';
import { LogReader } from '@parley/event-log';
import { Runtime } from '@parley/runtime';
import { EventCache } from '../event-cache/event-cache.js';
import type { Cursor } from '../queues/append-step.js';
import { QueueStore } from '../queues/queue-store.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { FindRecipientQueues } from './find-recipient-queues.js';
import { type FanOutParts, OrganizationFanOut } from './organization-fan-out.js';
import { BATCH_LIMITS, type BatchLimits } from './plan-steps.js';
import { WakeGateways } from './wake-gateways.js';

/** The fan-outs of this replica, one per organization that has had events here. */
@Injectable()
export class OrganizationFanOuts {
  private readonly fanOuts = new Map<number, OrganizationFanOut>();
  private readonly parts: FanOutParts;

  constructor(
    store: QueueStore,
    log: LogReader,
    cache: EventCache,
    recipients: FindRecipientQueues,
    gateways: WakeGateways,
    metrics: FanOutMetrics,
    { logger }: Runtime,
    @Inject(BATCH_LIMITS) limits: BatchLimits,
  ) {
    this.parts = { store, log, cache, recipients, gateways, metrics, logger, limits };
  }

  of(organizationId: number): OrganizationFanOut {
    const known = this.fanOuts.get(organizationId);
    if (known !== undefined) return known;
    const fanOut = new OrganizationFanOut(organizationId, this.parts);
    this.fanOuts.set(organizationId, fanOut);
    return fanOut;
  }

  /** The cached cursor of an organization; null if none is cached. */
  cachedCursor(organizationId: number): Cursor | null {
    return this.fanOuts.get(organizationId)?.cachedCursor ?? null;
  }

  invalidate(organizationId: number): void {
    this.fanOuts.get(organizationId)?.invalidate();
  }

  startOver(organizationId: number): void {
    this.fanOuts.get(organizationId)?.startOver();
  }

  invalidateAll(): void {
    for (const fanOut of this.fanOuts.values()) fanOut.invalidate();
  }

  /** Nothing is left to fan out: the organization has no index. */
  forget(organizationId: number): void {
    void this.fanOuts.get(organizationId)?.stop();
    this.fanOuts.delete(organizationId);
  }

  /** Stops fan-out of organizations that this replica no longer runs. */
  keepOnly(runsHere: (organizationId: number) => boolean): void {
    for (const [organizationId, fanOut] of this.fanOuts) {
      if (runsHere(organizationId)) continue;
      this.fanOuts.delete(organizationId);
      void fanOut.stop();
    }
  }

  /** Settles when the scripts in progress are done. */
  async stop(): Promise<void> {
    await Promise.all([...this.fanOuts.values()].map((fanOut) => fanOut.stop()));
  }
}
