import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Lane, organizationOf } from '@parley/contracts/event-queue';
import { Runtime } from '@parley/runtime';
import { ChangeLanes } from '../lanes/change-lanes.js';
import { MendLane } from '../lanes/mend-lane.js';
import { QueueStore } from '../queues/queue-store.js';
import { CompareHeads } from './compare-heads.js';
import { FanOut } from './fan-out.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { LaneFanOuts } from './lane-fan-outs.js';

const ROUND_MS = 1_000;
/** A pass over all live lanes takes this many rounds, or more if there are very many. */
const ROUNDS_PER_PASS = 60;
const MAX_LANES_PER_ROUND = 200;
/** The index of a lane that had no queue for this long is dropped. */
const FORGET_AFTER_MS = 6 * 3600 * 1000;

/**
 * A slow pass over the lanes that have an index, some of them each second: compares the log with the cursor, cleans up the index entries of
 * expired queues that no append has found, marks idle queues, counts the others, and drops the index of a lane that has had no queues for
 * hours. An organization with very many queues gets more lanes.
 */
@Injectable()
export class CleanUpQueues implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isWorking = false;
  private pages: AsyncGenerator<Lane[]> | null = null;
  private perRound = 0;
  private roundsLeft = 0;
  private queues = 0;

  constructor(
    private readonly store: QueueStore,
    private readonly heads: CompareHeads,
    private readonly fanOut: FanOut,
    private readonly fanOuts: LaneFanOuts,
    private readonly changeLanes: ChangeLanes,
    private readonly mendLane: MendLane,
    private readonly metrics: FanOutMetrics,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.round(), ROUND_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** A part of a pass. Returns whether the pass has ended. */
  async execute(): Promise<boolean> {
    this.pages ??= await this.begin();
    for (let seen = 0; seen < this.perRound; ) {
      const { done, value: page } = await this.pages.next();
      if (done === true) {
        this.metrics.queues.set(this.queues);
        this.pages = null;
        return true;
      }
      seen += page.length;
      await this.cleanUp(page.filter(this.fanOut.runsHere));
    }
    return false;
  }

  private async begin(): Promise<AsyncGenerator<Lane[]>> {
    const buckets = this.fanOut.buckets;
    this.queues = 0;
    const live = await this.store.live.count(buckets);
    this.perRound = Math.min(MAX_LANES_PER_ROUND, Math.max(1, Math.ceil(live / ROUNDS_PER_PASS)));
    return this.store.live.of(buckets);
  }

  private async cleanUp(lanes: readonly Lane[]): Promise<void> {
    const limited = await this.heads.execute(lanes);
    await this.mendLane.all(limited);
    for (const lane of lanes) {
      this.metrics.cleanedQueues.inc(await this.store.sweep(lane));
      const queues = await this.store.countQueues(lane);
      this.queues += queues;
      if (queues === 0 && (await this.store.forgetIndex(lane, FORGET_AFTER_MS))) this.fanOuts.forget(lane);
      await this.changeLanes.whenCrowded(organizationOf(lane), queues);
    }
  }

  private async round(): Promise<void> {
    this.roundsLeft -= 1;
    if (this.isWorking || (this.pages === null && this.roundsLeft > 0)) return;
    if (this.pages === null) this.roundsLeft = ROUNDS_PER_PASS;
    this.isWorking = true;
    try {
      await this.execute();
    } catch (err) {
      this.pages = null;
      this.runtime.logger.warn({ err }, 'failed to clean up expired queues; the next run will retry');
    } finally {
      this.isWorking = false;
    }
  }
}
