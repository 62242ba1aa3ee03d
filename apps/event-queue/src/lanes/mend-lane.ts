import { Injectable } from '@nestjs/common';
import { type Lane, lanesOf, organizationOf } from '@parley/contracts/event-queue';
import { Runtime } from '@parley/runtime';
import { QueueTransfer } from '../queues/queue-transfer.js';
import { LanePlans } from './lane-plans.js';

/**
 * Mends a lane that is marked as part of a change although the plan has no change. Redis loses the plan or the end of a change (the two are in
 * different slots), or the organization is removed during a change. A lane that is not mended accepts no queues, or stops reading the event log.
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

  /** For a lane that answered that it is part of a change. The plans must have been read after that answer. Does nothing if the plan has a change too. */
  async execute(lane: Lane): Promise<void> {
    const organizationId = organizationOf(lane);
    const plan = this.plans.of(organizationId);
    if (plan.next !== null || !lanesOf(organizationId, plan.lanes).includes(lane)) return;
    const newest = await this.transfer.newestChange([lane]);
    // If the lane has a newer change than the plan, Redis lost the newer plan. The plan then gets a still higher number first, unless it was changed
    // since it was read. A change that has just begun stays untouched, and a process that still works on the lost change cannot claim the lane.
    const change = newest > plan.change ? newest + 1 : plan.change;
    if (change !== plan.change && !(await this.plans.replace(organizationId, plan, { ...plan, change }))) return;
    if (await this.transfer.mend(lane, change))
      this.runtime.logger.warn({ organizationId, lane, change }, 'mended a lane that was left over from an unfinished change of lanes');
  }
}
