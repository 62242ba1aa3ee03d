import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import {
  type inspectQueue,
  type Lane,
  type listQueues,
  MAX_LISTED_QUEUES,
  type QueueState,
  type readLanes,
} from '@parley/contracts/event-queue';
import { LogReader } from '@parley/event-log';
import { FindQueue } from '../lanes/find-queue.js';
import { LanePlans } from '../lanes/lane-plans.js';
import { ownerOf } from '../queues/queue-id.js';
import type { InspectedQueue } from '../queues/queue-state.js';
import { QueueStore } from '../queues/queue-store.js';
import { viewOf } from '../queues/queue-views.js';

/** Queues per script, so that Redis can answer polls in between. */
const CHUNK = 500;

/** Shows operators the state of queues. Changes nothing. */
@Injectable()
export class InspectQueues {
  constructor(
    private readonly store: QueueStore,
    private readonly plans: LanePlans,
    private readonly queues: FindQueue,
    private readonly log: LogReader,
  ) {}

  async list(organizationId: number): Promise<OutputOf<typeof listQueues>> {
    await this.plans.refresh();
    const states: QueueState[] = [];
    for (const lane of this.plans.lanesOf(organizationId)) {
      const ids = await this.store.allQueues(lane);
      for (let first = 0; first < ids.length; first += CHUNK) {
        const found = await this.store.inspect(lane, ids.slice(first, first + CHUNK));
        states.push(...found.map((queue) => this.stateOf(queue)));
      }
    }
    const queues = states.sort((a, b) => b.length - a.length || a.userId - b.userId).slice(0, MAX_LISTED_QUEUES);
    return { ...(await this.positions(organizationId)), count: states.length, queues };
  }

  async one(queueId: string): Promise<OutputOf<typeof inspectQueue>['queue']> {
    const owner = ownerOf(queueId);
    if (owner === null) return null;
    const { organizationId, userId } = owner;
    const inspect = async (lane: Lane) => (await this.store.inspect(lane, [queueId]))[0] ?? 'bad';
    const queue = (await this.queues.execute(organizationId, userId, inspect))?.answer;
    if (queue === undefined) return null;
    const { queueId: _, userId: __, clientName: ___, narrow, eventTypes, ...view } = viewOf(queue.descriptor);
    const filters = {
      ...view,
      eventTypes: eventTypes === null ? null : [...eventTypes],
      narrow: narrow.map(([operator, operand]): [string, string] => [operator, operand]),
    };
    return { ...this.stateOf(queue), organizationId, filters, ...(await this.positions(organizationId)) };
  }

  private async positions(organizationId: number) {
    const all = await this.lanes(organizationId);
    const seqs = all.flatMap(({ fannedOutSeq }) => fannedOutSeq ?? []);
    const heads = await this.log.heads([organizationId]);
    return { fannedOutSeq: seqs.length === 0 ? null : Math.min(...seqs), newestSeq: heads.get(organizationId)?.seq ?? 0 };
  }

  async readLanes(organizationId: number): Promise<OutputOf<typeof readLanes>> {
    await this.plans.refresh();
    const { lanes, next } = this.plans.of(organizationId);
    const { newestSeq } = await this.positions(organizationId);
    const all = await this.lanes(organizationId);
    return { lanes, next, newestSeq, all: all.map(({ lane, ...state }) => ({ lane: String(lane), ...state })) };
  }

  private lanes(organizationId: number): Promise<{ lane: Lane; queues: number; fannedOutSeq: number | null }[]> {
    const state = async (lane: Lane) => {
      const cursor = await this.store.cursor(lane);
      return { lane, queues: await this.store.countQueues(lane), fannedOutSeq: cursor?.seq ?? null };
    };
    return Promise.all(this.plans.lanesOf(organizationId).map(state));
  }

  private stateOf({ queueId, descriptor, idleMs, acknowledgedId, length, newestId, endsInMs, waiter }: InspectedQueue): QueueState {
    const { userId, clientName } = viewOf(descriptor);
    // The lifetime that the last poll set: see scripts/poll.ts.
    const grantedMs = idleMs + (waiter === null ? 0 : this.store.limits.holdMs);
    return {
      queueId,
      userId,
      clientName,
      length,
      acknowledgedId,
      newestId,
      idleTimeoutMs: idleMs,
      endsInMs,
      lastPollMsAgo: acknowledgedId === null ? null : Math.max(0, grantedMs - endsInMs),
      gateway: waiter === null ? null : (waiter.split('|')[0] ?? null),
    };
  }
}
