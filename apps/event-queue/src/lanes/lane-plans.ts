import { Injectable } from '@nestjs/common';
import type { Lane } from '@parley/contracts/event-queue';
import type { QueueCommands } from '../queues/queue-redis.js';
import { Script } from '../queues/script.js';
import { evenWhenFull } from '../queues/scripts/prelude.js';
import { type LanePlan, lanesIn, ONE_LANE, parsePlan, planText } from './lane-plan.js';

/** Replaces a plan if it is still as expected. KEYS: 1 key base. ARGV: 1 organization, 2 expected plan or '', 3 new plan. Reply: 0 | 1 */
const replacePlan = new Script(/* lua */ `${evenWhenFull}
local key = KEYS[1] .. 'lanes'
if (redis.call('HGET', key, ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', key, ARGV[1], ARGV[3])
return 1
`);

/**
 * The lanes of the organizations that have, or had, several, as this process knows them: read with each renewal of the leases. A process with an
 * old plan does no harm: the scripts of a lane that is left refuse what belongs elsewhere. Then it reads the plans again.
 */
@Injectable()
export class LanePlans {
  private plans: ReadonlyMap<number, LanePlan> = new Map();

  constructor(
    private readonly redis: QueueCommands,
    private readonly prefix: string,
  ) {}

  of(organizationId: number): LanePlan {
    return this.plans.get(organizationId) ?? ONE_LANE;
  }

  /** All lanes of an organization that have queues, or may get some. */
  lanesOf(organizationId: number): Lane[] {
    return lanesIn(this.of(organizationId), organizationId);
  }

  all(): ReadonlyMap<number, LanePlan> {
    return this.plans;
  }

  async refresh(): Promise<void> {
    const found = await this.redis.hGetAll(`${this.base}lanes`);
    this.plans = new Map(Object.entries(found).map(([organizationId, plan]) => [Number(organizationId), parsePlan(plan)]));
  }

  /** False if the plan has changed meanwhile. */
  async replace(organizationId: number, expected: LanePlan, plan: LanePlan): Promise<boolean> {
    const replaced = await replacePlan.run(this.redis, this.base, [String(organizationId), planText(expected), planText(plan)]);
    await this.refresh();
    return replaced === 1;
  }

  async remove(organizationId: number): Promise<void> {
    await this.redis.hDel(`${this.base}lanes`, String(organizationId));
    await this.refresh();
  }

  /** In the slot of the leases, because every replica reads both. */
  private get base(): string {
    return `${this.prefix}{leases}:`;
  }
}
