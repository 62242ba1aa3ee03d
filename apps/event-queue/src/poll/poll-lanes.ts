import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Lane, PollItem } from '@parley/contracts/event-queue';
import { FindQueue } from '../lanes/find-queue.js';
import { placesOf } from '../lanes/lane-plan.js';
import { LanePlans } from '../lanes/lane-plans.js';
import type { Polled } from '../queues/poll-request.js';
import { isNotHere, type NotHere } from '../queues/queue-state.js';
import { QueueStore } from '../queues/queue-store.js';

/** A queue that moves to another lane is on its way for milliseconds. */
const MOVING_STEP_MS = 10;
const MOVING_STEPS = 50;

/** A poll and its result so far. */
export interface PendingPoll {
  readonly item: PollItem;
  polled: Polled | { outcome: 'retry' };
  /** Where the queue is. */
  lane?: Lane;
}

/** Polls queues of an organization in their lanes. One script polls all queues of a lane. */
@Injectable()
export class PollLanes {
  constructor(
    private readonly store: QueueStore,
    private readonly plans: LanePlans,
    private readonly queues: FindQueue,
  ) {}

  async execute(organizationId: number, polls: readonly PendingPoll[]): Promise<void> {
    let open = polls;
    for (let step = 0; open.length > 0 && step < MOVING_STEPS; step += 1) {
      if (step > 0) await delay(MOVING_STEP_MS);
      open = await this.look(organizationId, open);
    }
    for (const one of open) one.polled = { outcome: 'retry' };
  }

  /** Looks once into all places. Returns the polls whose queues must be looked for again. */
  private async look(organizationId: number, polls: readonly PendingPoll[]): Promise<PendingPoll[]> {
    const plan = this.plans.of(organizationId);
    const answers = new Map<PendingPoll, NotHere[]>(polls.map((one) => [one, []]));
    let open = polls;
    // All people of an organization have the same number of places.
    const places = placesOf(plan, organizationId, 0).length;
    for (let place = 0; open.length > 0 && place < places; place += 1) {
      const byLane = grouped(open, ({ item }) => placesOf(plan, organizationId, item.userId)[place] ?? organizationId);
      await Promise.all([...byLane].map(([lane, some]) => this.poll(lane, some)));
      open = open.filter((one) => {
        const { outcome } = one.polled;
        if (isNotHere(outcome)) answers.get(one)?.push(outcome);
        return isNotHere(outcome);
      });
    }
    const again: PendingPoll[] = [];
    for (const one of open) {
      if (await this.queues.isNowhere(organizationId, one.item.userId, plan, answers.get(one) ?? [])) one.polled = { outcome: 'bad' };
      else again.push(one);
    }
    return again;
  }

  private async poll(lane: Lane, polls: readonly PendingPoll[]): Promise<void> {
    const answers = await this.store.poll(
      lane,
      polls.map(({ item }) => item),
    );
    for (const [index, one] of polls.entries()) {
      one.polled = answers[index] ?? { outcome: 'retry' };
      one.lane = lane;
    }
  }
}

export function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
