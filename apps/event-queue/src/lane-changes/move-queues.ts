import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Lane, laneOf, lanesOf } from '@parley/contracts/event-queue';
import type { Logger } from '@parley/runtime';
import type { BuildIndex } from '../audience-index/build-index.js';
import type { FanOutMetrics } from '../fan-out/fan-out-metrics.js';
import type { WakeGateways } from '../fan-out/wake-gateways.js';
import type { LanePlan } from '../lanes/lane-plan.js';
import type { LanePlans } from '../lanes/lane-plans.js';
import { ownerOf } from '../queues/queue-id.js';
import type { QueueStore } from '../queues/queue-store.js';
import type { QueueTransfer, TakenQueue } from '../queues/queue-transfer.js';

export interface MoveParts {
  readonly store: QueueStore;
  readonly transfer: QueueTransfer;
  readonly plans: LanePlans;
  readonly buildIndex: BuildIndex;
  readonly gateways: WakeGateways;
  readonly metrics: FanOutMetrics;
  readonly logger: Logger;
  /** Begins a new range of event ids, so that the ids of ephemeral events begin again in all lanes. */
  readonly beginIdRange: (organizationId: number) => Promise<void>;
  /** Lets all replicas read the plans now. */
  readonly tellReplicas: () => void;
}

/** The pause while an old lane has not yet reached the position of the new lanes. */
const BEHIND_MS = 20;

/**
 * One attempt to complete a change of the number of lanes. It may be stopped after any step and begun again, here or in another process: each step
 * says in Redis how far it is. Two attempts at the same time do no harm, because only the one that claimed the lanes last goes on.
 */
export class MoveQueues {
  private readonly token = randomUUID();
  private readonly next: number;
  private readonly left: readonly Lane[];
  private readonly targets: readonly Lane[];

  constructor(
    private readonly organizationId: number,
    private readonly plan: LanePlan,
    private readonly parts: MoveParts,
    private readonly isStopped: () => boolean,
  ) {
    this.next = plan.next ?? plan.lanes;
    this.left = lanesOf(organizationId, plan.lanes);
    this.targets = lanesOf(organizationId, this.next);
  }

  /** Returns whether the change is complete. */
  async execute(): Promise<boolean> {
    if (this.plan.phase === 'building' && !(await this.build())) return false;
    // A lane that is left takes no new queue from here on. Those who want one wait until the plan names the next lanes.
    if (!(await this.claim())) return false;
    const moving: LanePlan = { ...this.plan, phase: 'moving' };
    if (this.plan.phase === 'building') {
      if (!(await this.parts.plans.replace(this.organizationId, this.plan, moving))) return false;
      this.parts.tellReplicas();
    }
    return (await this.moveAll()) && this.settle(moving);
  }

  /** Builds the indexes of the next lanes. */
  private async build(): Promise<boolean> {
    const { transfer, buildIndex } = this.parts;
    for (const lane of this.targets) {
      if (this.isStopped()) return false;
      const state = await transfer.open(lane, this.plan.change);
      if (state === 'later') return false;
      if (state === 'open' && !(await buildIndex.execute(lane, this.plan.change))) return false;
    }
    return true;
  }

  private async claim(): Promise<boolean> {
    const { transfer } = this.parts;
    const { change } = this.plan;
    for (const lane of this.targets) if (!(await transfer.claim(lane, this.token, change, false))) return false;
    for (const lane of this.left) if (!(await transfer.claim(lane, this.token, change, true))) return false;
    return true;
  }

  private async moveAll(): Promise<boolean> {
    while (!this.isStopped()) {
      const reached = await this.positionOf(this.targets, Math.max, 0);
      let hasMore = false;
      for (const lane of this.left) {
        const portion = await this.movePortion(lane, reached);
        if (portion === 'lost') return false;
        hasMore ||= portion === 'more';
      }
      if (!hasMore) return true;
      const limit = await this.positionOf(this.left, Math.min, null);
      if (limit !== null) for (const lane of this.targets) if (!(await this.parts.transfer.raise(lane, this.token, limit))) return false;
    }
    return false;
  }

  /** Moves some queues out of a lane. `more`: it may have more. */
  private async movePortion(lane: Lane, reached: number): Promise<'lost' | 'more' | 'empty'> {
    const { store, transfer, metrics } = this.parts;
    // A lane whose cursor was lost cannot be followed, so its queues end. Clients register again.
    if ((await store.cursor(lane)) === null && (await store.countQueues(lane)) > 0) {
      this.parts.gateways.wake(this.organizationId, await store.waiters(lane));
      metrics.lanesEndedQueues.inc(await store.countQueues(lane));
      await store.purge(lane);
      if (!(await transfer.claim(lane, this.token, this.plan.change, true))) return 'lost';
    }
    const portion = await transfer.take(lane, this.token, reached);
    if (portion === 'lost') return 'lost';
    if (portion === 'behind') {
      await delay(BEHIND_MS);
      return 'more';
    }
    const { left, taken } = portion;
    for (const [target, queues] of this.byTarget(taken)) {
      const refused = await transfer.arrive(target, this.token, queues);
      if (refused === 'lost') return 'lost';
      metrics.lanesMovedQueues.inc(queues.length - refused.size);
      if (refused.size > 0) this.end(queues.filter(({ queueId }) => refused.has(queueId)));
    }
    if (!(await transfer.drop(lane, this.token, taken))) return 'lost';
    return left > 0 || taken.length > 0 ? 'more' : 'empty';
  }

  /** Queues that would miss events in their new lane, because it or the old one was lost. Their clients register again. */
  private end(queues: readonly TakenQueue[]): void {
    const { gateways, metrics, logger } = this.parts;
    metrics.lanesEndedQueues.inc(queues.length);
    logger.warn({ organizationId: this.organizationId, queues: queues.length }, 'ended queues that could not move to another lane');
    const waiters = queues.flatMap(({ queueId, waiter }) => (waiter === null ? [] : [{ queueId, waiter }]));
    gateways.wake(this.organizationId, waiters);
  }

  private byTarget(taken: readonly TakenQueue[]): Map<Lane, TakenQueue[]> {
    const groups = new Map<Lane, TakenQueue[]>();
    for (const queue of taken) {
      const lane = laneOf(this.organizationId, this.next, ownerOf(queue.queueId)?.userId ?? 0);
      const group = groups.get(lane);
      if (group === undefined) groups.set(lane, [queue]);
      else group.push(queue);
    }
    return groups;
  }

  private async settle(moving: LanePlan): Promise<boolean> {
    const { transfer, plans, logger, tellReplicas } = this.parts;
    for (const lane of this.left) if (!(await transfer.close(lane, this.token))) return false;
    for (const lane of this.targets) if (!(await transfer.settle(lane, this.token))) return false;
    // This must come before the plan is settled: if the process dies in between, another attempt repeats it. A second range does no harm.
    await this.parts.beginIdRange(this.organizationId);
    const settled: LanePlan = { lanes: this.next, next: null, phase: 'settled', change: moving.change };
    if (!(await plans.replace(this.organizationId, moving, settled))) return false;
    tellReplicas();
    logger.info({ organizationId: this.organizationId, lanes: this.next }, 'changed the number of lanes of an organization');
    return true;
  }

  /** The least or greatest cursor of some lanes. Lanes without an index do not count. */
  private async positionOf<T>(lanes: readonly Lane[], choose: (...positions: number[]) => number, none: T): Promise<number | T> {
    const cursors = await Promise.all(lanes.map((lane) => this.parts.store.cursor(lane)));
    const positions = cursors.flatMap((cursor) => (cursor === null ? [] : [Math.max(cursor.seq, cursor.limit ?? 0)]));
    return positions.length === 0 ? none : choose(...positions);
  }
}
