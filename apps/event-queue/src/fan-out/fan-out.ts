import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { LoggedEvent } from '@parley/contracts';
import { allQueuesWoken } from '@parley/contracts/event-queue';
import { eventsLogged, partitionOf } from '@parley/event-log';
import { Bus, type Unsubscribe } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import type { z } from 'zod';
import { EventCache } from '../event-cache/event-cache.js';
import { leasesReleased, PartitionLeases } from '../leases/partition-leases.js';
import { QueueConnection } from '../queues/queue-connection.js';
import { CompareHeads } from './compare-heads.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { OrganizationFanOuts } from './organization-fan-outs.js';

/** Allows four attempts within the lease's TTL of 2 s. */
const LEASE_ROUND_MS = 500;
const HEADS_ROUND_MS = 1_000;

/**
 * Runs fan-out for all organizations whose partitions this replica leases. Wake-ups make it fast. Checking the heads of the log, each
 * second and after everything that may have lost a wake-up, makes it reliable.
 */
@Injectable()
export class FanOut implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly subscriptions: Unsubscribe[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private held = new Set<number>();
  private checking: Promise<void> | null = null;
  private checkAgain = false;
  private stopping = false;

  constructor(
    private readonly fanOuts: OrganizationFanOuts,
    private readonly heads: CompareHeads,
    private readonly cache: EventCache,
    private readonly leases: PartitionLeases,
    private readonly connection: QueueConnection,
    private readonly bus: Bus,
    private readonly metrics: FanOutMetrics,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.subscriptions.push(
      this.bus.subscribe(eventsLogged, (wakeUp) => this.wake(wakeUp), '>'),
      this.bus.subscribe(leasesReleased, () => this.renewLeases()),
    );
    this.bus.onReconnect(() => this.checkHeads());
    this.connection.onReturn(() => this.startOver());
    this.timers.push(
      setInterval(() => void this.renewLeases(), LEASE_ROUND_MS),
      setInterval(() => this.checkHeads(), HEADS_ROUND_MS),
    );
    await this.renewLeases();
  }

  /** Finishes the scripts in progress, then releases the partitions, so that another replica takes over at once. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const unsubscribe of this.subscriptions) unsubscribe();
    await this.checking;
    await this.fanOuts.stop();
    try {
      await this.leases.release();
      this.bus.publish(leasesReleased, {});
    } catch (err) {
      this.runtime.logger.warn({ err }, 'failed to release partition leases; they will expire');
    }
  }

  runsHere(organizationId: number): boolean {
    return this.held.has(partitionOf(organizationId));
  }

  private wake({ organizationId, incarnation, seq, events }: z.infer<typeof eventsLogged.payload>): void {
    const logged = incarnation === undefined ? [] : events.map((event): LoggedEvent => ({ ...event, organizationId, incarnation }));
    for (const event of logged) this.cache.keep(event);
    if (this.runsHere(organizationId)) this.fanOuts.of(organizationId).onWakeUp(logged, seq);
  }

  /** Redis was unavailable. It may have lost its latest writes, and wake-ups were lost too. */
  private startOver(): void {
    this.fanOuts.invalidateAll();
    this.bus.publish(allQueuesWoken, {});
    void this.renewLeases().then(() => this.checkHeads());
  }

  private async renewLeases(): Promise<void> {
    if (this.stopping) return;
    const before = this.held;
    try {
      this.held = await this.leases.renew();
    } catch (err) {
      // Without Redis, nothing can be appended either.
      this.runtime.logger.warn({ err }, 'failed to renew partition leases');
      this.held = new Set();
    }
    this.metrics.partitions.set(this.held.size);
    this.fanOuts.keepOnly((organizationId) => this.runsHere(organizationId));
    if ([...this.held].some((partition) => !before.has(partition))) this.checkHeads();
  }

  /**
   * If a check is already running, another one follows it, because the running one may already have passed the organization in question.
   */
  private checkHeads(): void {
    this.checkAgain = true;
    this.checking ??= this.checkWhileRequested().finally(() => {
      this.checking = null;
    });
  }

  private async checkWhileRequested(): Promise<void> {
    while (this.checkAgain && !this.stopping) {
      this.checkAgain = false;
      try {
        const found = await this.heads.execute((organizationId) => this.runsHere(organizationId));
        if (found) this.checkAgain = true;
      } catch (err) {
        this.runtime.logger.warn({ err }, 'log head check failed');
      }
    }
  }
}
