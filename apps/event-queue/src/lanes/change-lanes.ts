import { Inject, Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import { lanesOf, MAX_LANES, type setLanes } from '@parley/contracts/event-queue';
import { Bus } from '@parley/rpc';
import { CONFIG, Runtime } from '@parley/runtime';
import type { EventQueueConfig } from '../config.js';
import { leasesReleased, PartitionLeases } from '../leases/partition-leases.js';
import { QueueTransfer } from '../queues/queue-transfer.js';
import type { LanePlan } from './lane-plan.js';
import { LanePlans } from './lane-plans.js';

/** The largest number that an organization gets by itself. */
const MAX_LANES_BY_ITSELF = 16;

/** Begins a change of the number of lanes of an organization: when an operator wants it, or when it has very many queues. */
@Injectable()
export class ChangeLanes {
  constructor(
    private readonly plans: LanePlans,
    private readonly transfer: QueueTransfer,
    private readonly leases: PartitionLeases,
    private readonly bus: Bus,
    private readonly runtime: Runtime,
    @Inject(CONFIG) private readonly config: EventQueueConfig,
  ) {}

  async execute({ organizationId, lanes: wanted }: InputOf<typeof setLanes>): Promise<OutputOf<typeof setLanes>> {
    if (wanted > MAX_LANES) throw new RangeError(`${wanted} lanes`);
    await this.plans.refresh();
    const plan = this.plans.of(organizationId);
    const { lanes, next } = plan;
    if (next !== null) return { outcome: next === wanted ? 'changing' : 'busy', lanes, next };
    if (lanes === wanted) return { outcome: 'unchanged', lanes, next };
    // Reads which replicas run.
    await this.leases.renew();
    if (!this.leases.allKnowLanes) return { outcome: 'oldReplicas', lanes, next };
    // Redis may have lost a newer plan whose number is still in the lanes. The new number must be higher than both.
    const newest = await this.transfer.newestChange([...lanesOf(organizationId, lanes), ...lanesOf(organizationId, wanted)]);
    const begun: LanePlan = { lanes, next: wanted, phase: 'building', change: Math.max(plan.change, newest) + 1 };
    if (!(await this.plans.replace(organizationId, plan, begun))) return { outcome: 'busy', lanes, next };
    this.runtime.logger.info({ organizationId, lanes, next: wanted }, 'changing the number of lanes of an organization');
    this.bus.publish(leasesReleased, {});
    return { outcome: 'changing', lanes, next: wanted };
  }

  /** Doubles the lanes of an organization if one of them has more queues than the setting allows. It never takes lanes away. */
  async whenCrowded(organizationId: number, queuesOfLane: number): Promise<void> {
    const most = this.config.QUEUES_PER_LANE;
    if (most === 0 || queuesOfLane <= most) return;
    const { lanes, next } = this.plans.of(organizationId);
    if (next !== null || lanes >= MAX_LANES_BY_ITSELF) return;
    await this.execute({ organizationId, lanes: Math.min(lanes * 2, MAX_LANES_BY_ITSELF) });
  }
}
