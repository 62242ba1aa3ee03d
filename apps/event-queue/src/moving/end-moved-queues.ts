import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import { type endQueues, type Lane, organizationOf } from '@parley/contracts/event-queue';
import { Runtime } from '@parley/runtime';
import { LaneFanOuts } from '../fan-out/lane-fan-outs.js';
import { WakeGateways } from '../fan-out/wake-gateways.js';
import { everyLaneOf } from '../lanes/lane-plan.js';
import { LanePlans } from '../lanes/lane-plans.js';
import { QueueStore } from '../queues/queue-store.js';

/** Ends the queues of an organization that now lives in another cell, and removes what Redis has of it. Held polls are answered at once. */
@Injectable()
export class EndMovedQueues {
  constructor(
    private readonly store: QueueStore,
    private readonly plans: LanePlans,
    private readonly fanOuts: LaneFanOuts,
    private readonly gateways: WakeGateways,
    private readonly runtime: Runtime,
  ) {}

  async execute({ organizationId }: InputOf<typeof endQueues>): Promise<OutputOf<typeof endQueues>> {
    await this.plans.refresh();
    for (const lane of everyLaneOf(this.plans.of(organizationId), organizationId)) await this.end(lane);
    await this.plans.remove(organizationId);
    this.runtime.logger.info({ organizationId }, 'ended all queues of an organization that has moved to another cell');
    return {};
  }

  private async end(lane: Lane): Promise<void> {
    // The cursor moves while the last events are appended.
    for (let cursor = await this.store.cursor(lane); cursor !== null; cursor = await this.store.cursor(lane)) {
      this.fanOuts.startOver(lane);
      const waiters = await this.store.reset(lane, cursor);
      if (waiters === null) continue;
      this.gateways.wake(organizationOf(lane), waiters);
      break;
    }
    await this.store.purge(lane);
  }
}
