import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { QueueView } from '@parley/client-events';
import { apiErrors, type Caller } from '@parley/contracts';
import type { Lane } from '@parley/contracts/event-queue';
import type { LogPosition } from '@parley/event-log';
import { CONFIG, METRICS, Runtime } from '@parley/runtime';
import { BuildIndex } from '../audience-index/build-index.js';
import type { EventQueueConfig } from '../config.js';
import { EndQueues } from '../fan-out/end-queues.js';
import { WakeGateways } from '../fan-out/wake-gateways.js';
import { FindQueue } from '../lanes/find-queue.js';
import { targetOf } from '../lanes/lane-plan.js';
import { LanePlans } from '../lanes/lane-plans.js';
import { MendLane } from '../lanes/mend-lane.js';
import { MAX_QUEUES_PER_PERSON, type MaxQueues } from '../queues/queue-limits.js';
import { QueueStore } from '../queues/queue-store.js';
import { toDescriptor } from '../queues/queue-views.js';
import { refuseAfter } from './refuse-after.js';

/** A registration in a lane whose queues are moving tries again after this time. */
const LEAVING_MS = 10;

/** A queue that went live, and where. */
export interface CreatedQueue {
  readonly view: QueueView;
  readonly lane: Lane;
  readonly cursor: LogPosition;
}

/** The steps of a queue from its creation until a client may poll it. */
@Injectable()
export class NewQueues {
  private readonly displaced;

  constructor(
    private readonly store: QueueStore,
    private readonly plans: LanePlans,
    private readonly queues: FindQueue,
    private readonly mendLane: MendLane,
    private readonly buildIndex: BuildIndex,
    private readonly endQueues: EndQueues,
    private readonly gateways: WakeGateways,
    private readonly runtime: Runtime,
    @Inject(CONFIG) private readonly config: EventQueueConfig,
  ) {
    this.displaced = runtime.metrics.counter(METRICS.queuesDisplaced);
  }

  /**
   * Returns the queue and the cursor at which it went live. Builds the index first if there is none (first queue, or Redis was wiped).
   * @throws liveQueueQuotaReached; unavailable if no lane takes the queue before the deadline
   */
  async create(
    { organizationId, userId, quotas }: Caller,
    viewFor: (incarnation: string) => QueueView,
    idleMs: number,
    deadlineAt: number,
  ): Promise<CreatedQueue> {
    const most = quotas?.['live-queues'];
    for (;;) {
      // So that a registration never keeps its place in the line after its client has left.
      refuseAfter(deadlineAt);
      const lane = targetOf(this.plans.of(organizationId), organizationId, userId);
      const current = await this.store.cursor(lane);
      if (current === null) {
        if (!(await this.buildIndex.execute(lane))) await this.learn(lane);
        continue;
      }
      const { incarnation } = current;
      const view = viewFor(incarnation);
      const seq = await this.store.create(lane, {
        queueId: view.queueId,
        incarnation,
        userId: view.userId,
        descriptor: toDescriptor(view),
        idleMs,
        wantsAllPublicChannels: view.allPublicStreams,
        mostInLane: most === undefined ? undefined : most - (await this.queuesBeside(lane, organizationId)),
      });
      if (seq === 'leaving') {
        await this.learn(lane);
        continue;
      }
      if (seq === 'full') throw apiErrors.liveQueueQuotaReached({ limit: most ?? 0 });
      if (seq !== null) return { view, lane, cursor: { seq, incarnation } };
    }
  }

  /** The queues of the organization in its other lanes. */
  private async queuesBeside(lane: Lane, organizationId: number): Promise<number> {
    const others = this.plans.lanesOf(organizationId).filter((other) => other !== lane);
    const counts = await Promise.all(others.map((other) => this.store.countQueues(other)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** The lanes of the organization have changed. */
  private async learn(left: Lane): Promise<void> {
    await this.plans.refresh();
    await this.mendLane.execute(left);
    await delay(LEAVING_MS);
  }

  /** @throws 503 if the queue follows another incarnation of the log than the snapshot: events between them could be missing. */
  async checkIncarnation({ lane, cursor: { incarnation } }: CreatedQueue, snapshot: LogPosition): Promise<void> {
    if (incarnation === snapshot.incarnation) return;
    const current = await this.store.cursor(lane);
    if (current?.incarnation === incarnation) await this.endQueues.ofOtherIncarnation(lane, current, snapshot.incarnation);
    throw apiErrors.unavailable();
  }

  /**
   * Makes the queue begin at the snapshot, and returns the id of that position. If the caller has too many queues, or the bots of one owner
   * have, ends those that were not polled for the longest time. Returns null if the queue has ended in the meantime.
   */
  async finish(caller: Caller, queueId: string, seq: number): Promise<number | null> {
    const { organizationId, userId } = caller;
    const most = this.maxQueuesOf(caller);
    const found = await this.queues.execute(organizationId, userId, (lane) => this.store.finish(lane, queueId, seq, most));
    if (found === null) return null;
    const { ended, waiters, position } = found.answer;
    this.displaced.inc(ended.length);
    this.gateways.wake(organizationId, waiters);
    return position;
  }

  private maxQueuesOf({ isBot, botOwnerId }: Caller): MaxQueues {
    if (!isBot) return { ofAccount: MAX_QUEUES_PER_PERSON };
    const { MAX_QUEUES_PER_BOT: ofAccount, MAX_QUEUES_OF_BOTS_PER_OWNER: most } = this.config;
    return { ofAccount, ofBots: botOwnerId === null ? undefined : { ownerId: botOwnerId, most } };
  }

  /** An unfinished queue also expires by itself, after a minute. */
  async abandon({ organizationId, userId }: Caller, queueId: string): Promise<void> {
    try {
      await this.queues.execute(organizationId, userId, (lane) => this.store.remove(lane, queueId, userId));
    } catch (err) {
      this.runtime.logger.warn({ err }, 'failed to remove an incomplete queue');
    }
  }
}
