import { Inject, Injectable } from '@nestjs/common';
import type { Lane } from '@parley/contracts/event-queue';
import { LogReader } from '@parley/event-log';
import { Runtime } from '@parley/runtime';
import { EventCache } from '../event-cache/event-cache.js';
import type { Cursor } from '../queues/append-step.js';
import { QueueStore } from '../queues/queue-store.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { FindRecipientQueues } from './find-recipient-queues.js';
import { type FanOutParts, LaneFanOut } from './lane-fan-out.js';
import { BATCH_LIMITS, type BatchLimits } from './plan-steps.js';
import { WakeGateways } from './wake-gateways.js';

/** The fan-outs of this replica, one per lane that has had events here. */
@Injectable()
export class LaneFanOuts {
  private readonly fanOuts = new Map<Lane, LaneFanOut>();
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

  of(lane: Lane): LaneFanOut {
    const known = this.fanOuts.get(lane);
    if (known !== undefined) return known;
    const fanOut = new LaneFanOut(lane, this.parts);
    this.fanOuts.set(lane, fanOut);
    return fanOut;
  }

  get lanes(): Iterable<Lane> {
    return this.fanOuts.keys();
  }

  /** The cached cursor of a lane; null if none is cached. */
  cachedCursor(lane: Lane): Cursor | null {
    return this.fanOuts.get(lane)?.cachedCursor ?? null;
  }

  /** When the event after the cursor of a lane was logged; null if this is not known here. */
  nextAt(lane: Lane): number | null {
    return this.fanOuts.get(lane)?.nextAt ?? null;
  }

  invalidate(lane: Lane): void {
    this.fanOuts.get(lane)?.invalidate();
  }

  startOver(lane: Lane): void {
    this.fanOuts.get(lane)?.startOver();
  }

  invalidateAll(): void {
    for (const fanOut of this.fanOuts.values()) fanOut.invalidate();
  }

  /** Nothing is left to fan out: the lane has no index. */
  forget(lane: Lane): void {
    void this.fanOuts.get(lane)?.stop();
    this.fanOuts.delete(lane);
  }

  /** Stops fan-out of lanes that this replica no longer runs. */
  keepOnly(runsHere: (lane: Lane) => boolean): void {
    for (const [lane, fanOut] of this.fanOuts) {
      if (runsHere(lane)) continue;
      this.fanOuts.delete(lane);
      void fanOut.stop();
    }
  }

  /** Settles when the scripts in progress are done. */
  async stop(): Promise<void> {
    await Promise.all([...this.fanOuts.values()].map((fanOut) => fanOut.stop()));
  }
}
