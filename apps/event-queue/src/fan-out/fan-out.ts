import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { LoggedEvent } from '@parley/contracts';
import { allQueuesWoken, type Lane, lanesOf, organizationOf } from '@parley/contracts/event-queue';
import { bucketOf, type eventsLogged, partitionOf } from '@parley/event-log';
import { Bus, type Unsubscribe } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import type { z } from 'zod';
import { EventCache } from '../event-cache/event-cache.js';
import { LanePlans } from '../lanes/lane-plans.js';
import { leasesReleased, PartitionLeases } from '../leases/partition-leases.js';
import { QueueConnection } from '../queues/queue-connection.js';
import { CompareHeads } from './compare-heads.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { HeldWakeUps } from './held-wake-ups.js';
import { LaneFanOuts } from './lane-fan-outs.js';
import { WatchLog } from './watch-log.js';

/** Allows four attempts within the lease's TTL of 2 s. */
const LEASE_ROUND_MS = 500;
const LOOK_ROUND_MS = 1_000;

/**
 * Runs fan-out for all organizations whose partitions this replica leases, and for single lanes of those that have several. Wake-ups make it
 * fast. Looking at the log, each second and after everything that may have lost a wake-up, makes it reliable.
 */
@Injectable()
export class FanOut implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly subscriptions: Unsubscribe[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly wakeUps: HeldWakeUps;
  private held = new Set<number>();
  private heldLanes: ReadonlySet<Lane> = new Set();
  /** The number of partitions that `held` counts in. */
  private partitions: number;
  private returns = 0;
  /** Held partitions whose live organizations must all be compared: perhaps no replica has looked at them, or Redis or PostgreSQL has lost something. */
  private readonly unchecked = new Set<number>();
  /** The same for held lanes of organizations with several. */
  private readonly uncheckedLanes = new Set<Lane>();
  private looking: Promise<void> | null = null;
  private lookAgain = false;
  private comparing: Promise<void> | null = null;
  private hasLease = false;
  private stopping = false;

  constructor(
    private readonly fanOuts: LaneFanOuts,
    private readonly watchLog: WatchLog,
    private readonly heads: CompareHeads,
    private readonly cache: EventCache,
    private readonly leases: PartitionLeases,
    private readonly plans: LanePlans,
    private readonly connection: QueueConnection,
    private readonly bus: Bus,
    private readonly metrics: FanOutMetrics,
    private readonly runtime: Runtime,
  ) {
    this.partitions = leases.partitions;
    this.wakeUps = new HeldWakeUps(bus, (wakeUp) => this.wake(wakeUp));
  }

  async onApplicationBootstrap(): Promise<void> {
    this.subscriptions.push(this.bus.subscribe(leasesReleased, () => this.renewLeases()));
    this.bus.onReconnect(() => this.look());
    this.connection.onReturn(() => this.startOver());
    this.timers.push(
      setInterval(() => void this.renewLeases(), LEASE_ROUND_MS),
      setInterval(() => this.look(), LOOK_ROUND_MS),
    );
    await this.renewLeases();
  }

  /** Finishes the scripts in progress, then releases the partitions, so that another replica takes over at once. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const unsubscribe of this.subscriptions) unsubscribe();
    this.wakeUps.stop();
    await this.looking;
    await this.comparing;
    await this.fanOuts.stop();
    try {
      await this.leases.release();
      this.bus.publish(leasesReleased, {});
    } catch (err) {
      this.runtime.logger.warn({ err }, 'failed to release partition leases; they will expire');
    }
  }

  /** The buckets of the log that the held partitions and lanes are in. */
  get buckets(): number[] {
    return [...new Set([...bucketsOf(this.held), ...bucketsOf(this.organizations)])];
  }

  /** The held lanes of organizations that have several. */
  get lanes(): readonly Lane[] {
    return [...this.heldLanes];
  }

  get leased(): ReadonlySet<number> {
    return this.held;
  }

  get partitionCount(): number {
    return this.partitions;
  }

  /** How often Redis came back. */
  get redisReturns(): number {
    return this.returns;
  }

  /** The only lane of an organization follows its partition. */
  readonly runsHere = (lane: Lane): boolean => (typeof lane === 'number' ? this.holds(lane) : this.heldLanes.has(lane));

  /** Whether the partition of the organization is held here. */
  readonly holds = (organizationId: number): boolean => this.held.has(this.partitionOf(organizationId));

  private readonly lanesHere = (organizationId: number): Lane[] => this.plans.lanesOf(organizationId).filter(this.runsHere);

  private wake({ organizationId, incarnation, seq, events }: z.infer<typeof eventsLogged.payload>): void {
    const logged = incarnation === undefined ? [] : events.map((event): LoggedEvent => ({ ...event, organizationId, incarnation }));
    for (const event of logged) this.cache.keep(event);
    for (const lane of this.lanesHere(organizationId)) this.fanOuts.of(lane).onWakeUp(logged, seq);
  }

  /** Redis was unavailable. It may have lost its latest writes, and wake-ups were lost too. */
  private startOver(): void {
    this.returns += 1;
    this.fanOuts.invalidateAll();
    this.heads.startOver();
    this.bus.publish(allQueuesWoken, {});
    void this.renewLeases().then(() => this.compareAll());
  }

  private async renewLeases(): Promise<void> {
    if (this.stopping) return;
    const held = await this.leasedPartitions();
    // Read after the wait: rounds may overlap.
    const before = { held: this.held, partitions: this.partitions, lanes: this.heldLanes };
    this.held = held;
    this.partitions = this.leases.partitions;
    this.heldLanes = new Set(this.hasLease ? this.leases.lanesOf(this.setsOfLanes()) : []);
    if (this.stopping) return;
    this.metrics.partitions.set(this.held.size);
    this.metrics.allPartitions.set(this.partitions);
    this.metrics.lanes.set(this.heldLanes.size);
    const isSame = before.partitions === this.partitions;
    const taken = [...this.held].filter((partition) => !isSame || !before.held.has(partition));
    const takenLanes = [...this.heldLanes].filter((lane) => !before.lanes.has(lane));
    const hasSameLanes = takenLanes.length === 0 && this.heldLanes.size === before.lanes.size;
    if (isSame && taken.length === 0 && this.held.size === before.held.size && hasSameLanes) return;
    this.fanOuts.keepOnly(this.runsHere);
    this.wakeUps.follow(this.held, this.partitions, this.organizations);
    for (const lane of takenLanes) this.uncheckedLanes.add(lane);
    if (taken.length > 0 || takenLanes.length > 0) this.compareAll(taken);
  }

  /** The organizations of the held lanes. */
  private get organizations(): Set<number> {
    return new Set([...this.heldLanes].map(organizationOf));
  }

  /** The lanes that are assigned together: those of an organization with several, and while their number changes also the next ones. */
  private setsOfLanes(): Lane[][] {
    return [...this.plans.all()].flatMap(([organizationId, { lanes, next, phase }]) =>
      (phase === 'moving' && next !== null ? [lanes, next] : [lanes])
        .filter((number) => number > 1)
        .map((number) => lanesOf(organizationId, number)),
    );
  }

  private async leasedPartitions(): Promise<Set<number>> {
    try {
      const [held] = await Promise.all([this.leases.renew(), this.plans.refresh()]);
      this.hasLease = true;
      return held;
    } catch (err) {
      // Without Redis, nothing can be appended either.
      this.runtime.logger.warn({ err }, 'failed to renew partition leases');
      this.hasLease = false;
      return new Set();
    }
  }

  private partitionOf(organizationId: number): number {
    return partitionOf(organizationId, this.partitions);
  }

  /** If a look is in progress, another one follows, because the first may already have read past the new event. */
  private look(): void {
    this.lookAgain = true;
    this.looking ??= this.lookWhileRequested().finally(() => {
      this.looking = null;
    });
    if (this.unchecked.size + this.uncheckedLanes.size > 0) this.compareAll([]);
  }

  private async lookWhileRequested(): Promise<void> {
    while (this.lookAgain && !this.stopping) {
      this.lookAgain = false;
      // Without a lease no partition runs here. Skipping the look lets the metric of the last look grow old.
      if (!this.hasLease) continue;
      try {
        if (await this.watchLog.look(this.buckets, this.runsHere, this.lanesHere)) this.compareAll();
      } catch (err) {
        this.runtime.logger.warn({ err }, 'failed to look for lost wake-ups');
      }
    }
  }

  /** Compares all live lanes of these partitions, and the held ones that must be. After a failure, the next look triggers a retry. */
  private compareAll(partitions?: Iterable<number>): void {
    if (partitions === undefined) for (const lane of this.heldLanes) this.uncheckedLanes.add(lane);
    for (const partition of partitions ?? this.held) this.unchecked.add(partition);
    this.comparing ??= this.compareUnchecked()
      .catch((err: unknown) => this.runtime.logger.warn({ err }, 'failed to compare the log with the queues'))
      .finally(() => {
        this.comparing = null;
      });
  }

  private async compareUnchecked(): Promise<void> {
    while (this.unchecked.size + this.uncheckedLanes.size > 0 && !this.stopping) {
      const partitions = new Set([...this.unchecked].filter((partition) => this.held.has(partition)));
      const lanes = [...this.uncheckedLanes].filter(this.runsHere);
      this.unchecked.clear();
      this.uncheckedLanes.clear();
      try {
        await this.heads.execute(lanes);
        await this.heads.live(bucketsOf(partitions), (lane) => typeof lane === 'number' && partitions.has(this.partitionOf(lane)));
      } catch (error) {
        for (const partition of partitions) this.unchecked.add(partition);
        for (const lane of lanes) this.uncheckedLanes.add(lane);
        throw error;
      }
    }
  }
}

function bucketsOf(partitions: Iterable<number>): number[] {
  return [...new Set([...partitions].map(bucketOf))];
}
