import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { idRangeBegun } from '@parley/contracts/event-queue';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import { BuildIndex } from '../audience-index/build-index.js';
import { FanOut } from '../fan-out/fan-out.js';
import { FanOutMetrics } from '../fan-out/fan-out-metrics.js';
import { WakeGateways } from '../fan-out/wake-gateways.js';
import { LanePlans } from '../lanes/lane-plans.js';
import { leasesReleased } from '../leases/partition-leases.js';
import { QueueStore } from '../queues/queue-store.js';
import { QueueTransfer } from '../queues/queue-transfer.js';
import { type MoveParts, MoveQueues } from './move-queues.js';

const ROUND_MS = 200;

/**
 * Completes the changes of numbers of lanes that have begun. The replica that holds the partition of the organization does it. If it dies, the one that
 * takes the partition over goes on.
 */
@Injectable()
export class MoveLanes implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly running = new Map<number, Promise<void>>();
  private readonly parts: MoveParts;
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly plans: LanePlans,
    private readonly fanOut: FanOut,
    bus: Bus,
    eventLog: EventLog,
    store: QueueStore,
    transfer: QueueTransfer,
    buildIndex: BuildIndex,
    gateways: WakeGateways,
    metrics: FanOutMetrics,
    { logger }: Runtime,
  ) {
    const beginIdRange = (organizationId: number) => eventLog.change(organizationId, async (_, log) => log.append(idRangeBegun, {}));
    const tellReplicas = () => void bus.publish(leasesReleased, {});
    this.parts = { store, transfer, plans, buildIndex, gateways, metrics, logger, beginIdRange, tellReplicas };
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.round(), ROUND_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await Promise.all(this.running.values());
  }

  private round(): void {
    for (const [organizationId, { next }] of this.plans.all()) {
      if (next === null || this.running.has(organizationId) || !this.fanOut.holds(organizationId)) continue;
      const attempt = this.move(organizationId).finally(() => this.running.delete(organizationId));
      this.running.set(organizationId, attempt);
    }
  }

  /** A failed attempt is followed by another one. */
  private async move(organizationId: number): Promise<void> {
    const isStopped = () => this.stopping || !this.fanOut.holds(organizationId);
    try {
      await this.plans.refresh();
      const plan = this.plans.of(organizationId);
      if (plan.next === null) return;
      await new MoveQueues(organizationId, plan, this.parts, isStopped).execute();
    } catch (err) {
      this.parts.logger.warn({ err, organizationId }, 'failed to change the number of lanes; trying again');
    }
  }
}
