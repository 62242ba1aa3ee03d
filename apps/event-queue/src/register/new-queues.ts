import { Inject, Injectable } from '@nestjs/common';
import type { QueueView } from '@parley/client-events';
import { apiErrors, type Caller } from '@parley/contracts';
import type { LogPosition } from '@parley/event-log';
import { CONFIG, METRICS, Runtime } from '@parley/runtime';
import { BuildIndex } from '../audience-index/build-index.js';
import type { EventQueueConfig } from '../config.js';
import { EndQueues } from '../fan-out/end-queues.js';
import { WakeGateways } from '../fan-out/wake-gateways.js';
import { MAX_QUEUES_PER_PERSON, type MaxQueues } from '../queues/queue-limits.js';
import { QueueStore } from '../queues/queue-store.js';
import { toDescriptor } from '../queues/queue-views.js';

/** The steps of a queue from its creation until a client may poll it. */
@Injectable()
export class NewQueues {
  private readonly displaced;

  constructor(
    private readonly store: QueueStore,
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
   * @throws liveQueueQuotaReached
   */
  async create(
    { organizationId, quotas }: Caller,
    viewFor: (incarnation: string) => QueueView,
    idleMs: number,
  ): Promise<{ view: QueueView; cursor: LogPosition }> {
    const most = quotas?.['live-queues'];
    for (;;) {
      const current = await this.store.cursor(organizationId);
      if (current === null) {
        await this.buildIndex.execute(organizationId);
        continue;
      }
      const { incarnation } = current;
      const view = viewFor(incarnation);
      const seq = await this.store.create(organizationId, {
        queueId: view.queueId,
        incarnation,
        userId: view.userId,
        descriptor: toDescriptor(view),
        idleMs,
        wantsAllPublicChannels: view.allPublicStreams,
        mostInOrganization: most,
      });
      if (seq === 'full') throw apiErrors.liveQueueQuotaReached({ limit: most ?? 0 });
      if (seq !== null) return { view, cursor: { seq, incarnation } };
    }
  }

  /** @throws 503 if the queue follows another incarnation of the log than the snapshot: events between them could be missing. */
  async checkIncarnation({ organizationId }: Caller, { incarnation }: LogPosition, snapshot: LogPosition): Promise<void> {
    if (incarnation === snapshot.incarnation) return;
    const current = await this.store.cursor(organizationId);
    if (current?.incarnation === incarnation) await this.endQueues.ofOtherIncarnation(organizationId, current, snapshot.incarnation);
    throw apiErrors.unavailable();
  }

  /**
   * Makes the queue begin at the snapshot, and returns the id of that position. If the caller has too many queues, or the bots of one owner
   * have, ends those that were not polled for the longest time. Returns null if the queue has ended in the meantime.
   */
  async finish(caller: Caller, queueId: string, seq: number): Promise<number | null> {
    const { organizationId } = caller;
    const finished = await this.store.finish(organizationId, queueId, seq, this.maxQueuesOf(caller));
    if (finished === null) return null;
    this.displaced.inc(finished.ended.length);
    this.gateways.wake(organizationId, finished.waiters);
    return finished.position;
  }

  private maxQueuesOf({ isBot, botOwnerId }: Caller): MaxQueues {
    if (!isBot) return { ofAccount: MAX_QUEUES_PER_PERSON };
    const { MAX_QUEUES_PER_BOT: ofAccount, MAX_QUEUES_OF_BOTS_PER_OWNER: most } = this.config;
    return { ofAccount, ofBots: botOwnerId === null ? undefined : { ownerId: botOwnerId, most } };
  }

  /** An unfinished queue also expires by itself, after a minute. */
  async abandon({ organizationId, userId }: Caller, queueId: string): Promise<void> {
    try {
      await this.store.remove(organizationId, queueId, userId);
    } catch (err) {
      this.runtime.logger.warn({ err }, 'failed to remove an incomplete queue');
    }
  }
}
