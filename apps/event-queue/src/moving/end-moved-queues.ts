import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { endQueues } from '@parley/contracts/event-queue';
import { Runtime } from '@parley/runtime';
import { OrganizationFanOuts } from '../fan-out/organization-fan-outs.js';
import { WakeGateways } from '../fan-out/wake-gateways.js';
import { QueueStore } from '../queues/queue-store.js';

/** Ends the queues of an organization that now lives in another cell, and removes what Redis has of it. Held polls are answered at once. */
@Injectable()
export class EndMovedQueues {
  constructor(
    private readonly store: QueueStore,
    private readonly fanOuts: OrganizationFanOuts,
    private readonly gateways: WakeGateways,
    private readonly runtime: Runtime,
  ) {}

  async execute({ organizationId }: InputOf<typeof endQueues>): Promise<OutputOf<typeof endQueues>> {
    // The cursor moves while the last events are appended.
    for (let cursor = await this.store.cursor(organizationId); cursor !== null; cursor = await this.store.cursor(organizationId)) {
      this.fanOuts.startOver(organizationId);
      const waiters = await this.store.reset(organizationId, cursor);
      if (waiters === null) continue;
      this.gateways.wake(organizationId, waiters);
      break;
    }
    await this.store.purge(organizationId);
    this.runtime.logger.info({ organizationId }, 'ended all queues of an organization that has moved to another cell');
    return {};
  }
}
