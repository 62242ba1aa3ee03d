import { Inject, Injectable } from '@nestjs/common';
import { LogReader } from '@parley/event-log';
import { Runtime } from '@parley/runtime';
import { EventBodies } from '../bodies/event-bodies.js';
import { type Cursor, QueueStore } from '../queues/queue-store.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { OrganizationPump, type PumpParts } from './organization-pump.js';
import { BATCH_LIMITS, type BatchLimits } from './plan-steps.js';
import { ResolveAudience } from './resolve-audience.js';
import { WakeGateways } from './wake-gateways.js';

/** The fan-outs of this replica, one per organization that has had events here. */
@Injectable()
export class OrganizationPumps {
  private readonly pumps = new Map<number, OrganizationPump>();
  private readonly parts: PumpParts;

  constructor(
    store: QueueStore,
    log: LogReader,
    bodies: EventBodies,
    audience: ResolveAudience,
    gateways: WakeGateways,
    metrics: FanOutMetrics,
    { logger }: Runtime,
    @Inject(BATCH_LIMITS) limits: BatchLimits,
  ) {
    this.parts = { store, log, bodies, audience, gateways, metrics, logger, limits };
  }

  of(organizationId: number): OrganizationPump {
    const known = this.pumps.get(organizationId);
    if (known !== undefined) return known;
    const pump = new OrganizationPump(organizationId, this.parts);
    this.pumps.set(organizationId, pump);
    return pump;
  }

  /** The cached cursor of an organization; null if none is cached. */
  believed(organizationId: number): Cursor | null {
    return this.pumps.get(organizationId)?.believed ?? null;
  }

  forget(organizationId: number): void {
    this.pumps.get(organizationId)?.forget();
  }

  startOver(organizationId: number): void {
    this.pumps.get(organizationId)?.startOver();
  }

  forgetAll(): void {
    for (const pump of this.pumps.values()) pump.forget();
  }

  /** Stops fan-out of organizations that this replica no longer runs. */
  keepOnly(runsHere: (organizationId: number) => boolean): void {
    for (const [organizationId, pump] of this.pumps) {
      if (runsHere(organizationId)) continue;
      this.pumps.delete(organizationId);
      void pump.stop();
    }
  }

  /** Settles when the scripts in progress are done. */
  async stop(): Promise<void> {
    await Promise.all([...this.pumps.values()].map((pump) => pump.stop()));
  }
}
