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

/** The pumps of this replica, one per organization that had something to do here. */
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

  /** The organization's pump, made where there is none. */
  of(organizationId: number): OrganizationPump {
    const known = this.pumps.get(organizationId);
    if (known !== undefined) return known;
    const pump = new OrganizationPump(organizationId, this.parts);
    this.pumps.set(organizationId, pump);
    return pump;
  }

  /** Where this replica believes an organization's cursor to be; null where it believes nothing. */
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

  /** Stops the pumps of organizations that are no longer run here. */
  keepOnly(runsHere: (organizationId: number) => boolean): void {
    for (const [organizationId, pump] of this.pumps) {
      if (runsHere(organizationId)) continue;
      this.pumps.delete(organizationId);
      void pump.stop();
    }
  }

  /** Settles when the scripts in hand are done. */
  async stop(): Promise<void> {
    await Promise.all([...this.pumps.values()].map((pump) => pump.stop()));
  }
}
