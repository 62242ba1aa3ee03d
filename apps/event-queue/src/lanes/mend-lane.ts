import { Injectable } from '@nestjs/common';
import { type Lane, lanesOf, organizationOf } from '@parley/contracts/event-queue';
import { Runtime } from '@parley/runtime';
import { QueueTransfer } from '../queues/queue-transfer.js';
import { LanePlans } from './lane-plans.js';

/**
 * Mends a lane that a settled plan names, but that Redis still has as part of a change: Redis lost the end of the change or the plan, which are
 * in different slots, or the organization was removed during a change. Without it, the lane would take no queues, or follow the log no further.
 */
@Injectable()
export class MendLane {
  constructor(
    private readonly plans: LanePlans,
    private readonly transfer: QueueTransfer,
    private readonly runtime: Runtime,
  ) {}

  /** Reads the plans first, if there are any lanes. */
  async all(lanes: readonly Lane[]): Promise<void> {
    if (lanes.length === 0) return;
    await this.plans.refresh();
    for (const lane of lanes) await this.execute(lane);
  }

  /** For a lane that answered as part of a change. Does nothing while there is a change. The plans must have been read after the answer. */
  async execute(lane: Lane): Promise<void> {
    const organizationId = organizationOf(lane);
    const plan = this.plans.of(organizationId);
    if (plan.next !== null || !lanesOf(organizationId, plan.lanes).includes(lane)) return;
    const newest = await this.transfer.newestChange([lane]);
    // A lane of a change that the plan does not know: this plan was lost. It gets a later number first, and only if it is still this one. So a change
    // that has just begun is left alone, and a process that still works on the lost change can no longer claim the lane.
    const change = newest > plan.change ? newest + 1 : plan.change;
    if (change !== plan.change && !(await this.plans.replace(organizationId, plan, { ...plan, change }))) return;
    if (await this.transfer.mend(lane, change))
      this.runtime.logger.warn({ organizationId, lane, change }, 'mended a lane whose change of the number of lanes was lost');
  }
}
