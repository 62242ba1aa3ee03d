import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { type Lane, laneOf } from '@parley/contracts/event-queue';
import { isNotHere, type NotHere } from '../queues/queue-state.js';
import { type LanePlan, placesOf, planText } from './lane-plan.js';
import { LanePlans } from './lane-plans.js';
import { MendLane } from './mend-lane.js';

/** A queue is on its way for milliseconds, or, if the process that moves it dies, until another one takes over. */
const MOVING_STEP_MS = 10;
const MOVING_STEPS = 300;

/** Where the queue of a person is: what a lane answered that had it. Null: there is no such queue. */
export type Found<T> = { readonly lane: Lane; readonly answer: Exclude<T, NotHere> } | null;

/** Finds the lane of a queue, also while queues move to other lanes. */
@Injectable()
export class FindQueue {
  constructor(
    private readonly plans: LanePlans,
    private readonly mendLane: MendLane,
  ) {}

  /** Asks each lane that may have the queue until one has it. */
  async execute<T>(organizationId: number, userId: number, ask: (lane: Lane) => Promise<T>): Promise<Found<T>> {
    for (let step = 0; step < MOVING_STEPS; step += 1) {
      const answers: NotHere[] = [];
      const plan = this.plans.of(organizationId);
      for (const lane of placesOf(plan, organizationId, userId)) {
        const answer = await ask(lane);
        if (!isNotHere(answer)) return { lane, answer: answer as Exclude<T, NotHere> };
        answers.push(answer);
      }
      if (await this.isNowhere(organizationId, userId, plan, answers)) return null;
      await delay(MOVING_STEP_MS);
    }
    throw apiErrors.unavailable();
  }

  /**
   * Whether these answers of all places, in their order, mean that the queue does not exist. If not, the queue must be looked for again.
   * Also mends a lane that is left over from a lost change.
   */
  async isNowhere(organizationId: number, userId: number, plan: LanePlan, answers: readonly NotHere[]): Promise<boolean> {
    if (answers.every((answer) => answer === 'bad')) return true;
    // This process's plan may be out of date.
    await this.plans.refresh();
    if (planText(this.plans.of(organizationId)) !== planText(plan)) return false;
    // Without a change only one lane can have the queue. That lane answered that it is part of a change, so it must be mended.
    if (plan.next === null) await this.mendLane.execute(laneOf(organizationId, plan.lanes, userId));
    // While queues move: it is not in the new lane, not in the old one and not on its way, and still not in the new one.
    return answers.length > 1 && !answers.includes('moving');
  }
}
