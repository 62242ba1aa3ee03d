import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { allQueuesWoken, type LoggedEvent } from '@parley/contracts';
import { eventsLogged, LogReader, partitionOf } from '@parley/event-log';
import { Bus, type Unsubscribe } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import { EventBodies } from '../bodies/event-bodies.js';
import { leasesReleased, PartitionLeases } from '../leases/partition-leases.js';
import { QueueConnection } from '../queues/queue-connection.js';
import { QueueStore } from '../queues/queue-store.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { OrganizationPump, type PumpParts } from './organization-pump.js';
import { defaultBatchLimits } from './plan-steps.js';
import { ResolveAudience } from './resolve-audience.js';
import { WakeGateways } from './wake-gateways.js';

/** Four rounds within the lease's TTL of 2 s. */
const LEASE_ROUND_MS = 500;
const HEADS_ROUND_MS = 1_000;
const CLEAN_ROUND_MS = 60_000;

/**
 * Runs the pumps of all organizations whose partitions this replica leases. Wake-ups make it quick; the look at the heads of the log,
 * each second and after everything that may have lost a wake-up, makes it certain.
 */
@Injectable()
export class FanOut implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly pumps = new Map<number, OrganizationPump>();
  private readonly pumpParts: PumpParts;
  private readonly subscriptions: Unsubscribe[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private held = new Set<number>();
  private organizations: number[] = [];
  private looking: Promise<void> | null = null;
  private lookAgain = false;
  private stopping = false;

  constructor(
    private readonly store: QueueStore,
    private readonly log: LogReader,
    private readonly bodies: EventBodies,
    private readonly leases: PartitionLeases,
    private readonly connection: QueueConnection,
    private readonly bus: Bus,
    private readonly gateways: WakeGateways,
    private readonly metrics: FanOutMetrics,
    private readonly runtime: Runtime,
    audience: ResolveAudience,
  ) {
    this.pumpParts = { store, log, bodies, audience, gateways, metrics, logger: runtime.logger, limits: defaultBatchLimits };
  }

  async onApplicationBootstrap(): Promise<void> {
    this.subscriptions.push(
      this.bus.subscribe(eventsLogged, (wakeUp) => this.wake(wakeUp.organizationId, wakeUp.events, wakeUp.seq), '>'),
      this.bus.subscribe(leasesReleased, () => this.renewLeases()),
    );
    this.bus.onReconnect(() => this.look());
    this.connection.onReturn(() => this.startOver());
    this.every(LEASE_ROUND_MS, () => this.renewLeases());
    this.every(HEADS_ROUND_MS, () => this.look());
    this.every(CLEAN_ROUND_MS, () => this.cleanUp());
    await this.renewLeases();
  }

  /** Finishes the scripts in hand, then gives the partitions back, so that another replica goes on at once. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const unsubscribe of this.subscriptions) unsubscribe();
    await Promise.all([...this.pumps.values()].map((pump) => pump.stop()));
    try {
      await this.leases.release();
      this.bus.publish(leasesReleased, {});
    } catch (err) {
      this.runtime.logger.warn({ err }, 'partitions not given back: others take them when the leases end');
    }
  }

  private wake(organizationId: number, events: readonly Omit<LoggedEvent, 'organizationId'>[], head: number): void {
    const logged = events.map((event) => ({ organizationId, ...event, payload: event.payload ?? null }));
    for (const event of logged) this.bodies.keep(event);
    if (this.runsHere(organizationId)) this.pumpOf(organizationId).offer(logged, head);
  }

  /** Redis was away. It may have lost its last moments, and wake-ups were lost with it. */
  private startOver(): void {
    for (const pump of this.pumps.values()) pump.forget();
    this.bus.publish(allQueuesWoken, {});
    void this.renewLeases();
  }

  private async renewLeases(): Promise<void> {
    if (this.stopping) return;
    const before = this.held;
    try {
      this.held = await this.leases.renew();
    } catch (err) {
      // Nothing can be appended without Redis either.
      this.runtime.logger.warn({ err }, 'leases not renewed');
      this.held = new Set();
    }
    this.metrics.partitions.set(this.held.size);
    for (const [organizationId, pump] of this.pumps) {
      if (this.runsHere(organizationId)) continue;
      this.pumps.delete(organizationId);
      void pump.stop();
    }
    if ([...this.held].some((partition) => !before.has(partition))) this.look();
  }

  /** Compares heads of the log with cursors. Asked for while it runs: it runs once more. */
  private look(): void {
    if (this.stopping) return;
    this.lookAgain = true;
    this.looking ??= this.lookWhileAsked().finally(() => {
      this.looking = null;
    });
  }

  private async lookWhileAsked(): Promise<void> {
    while (this.lookAgain && !this.stopping) {
      this.lookAgain = false;
      try {
        await this.compareHeads();
      } catch (err) {
        this.runtime.logger.warn({ err }, 'heads of the log not compared');
      }
    }
  }

  private async compareHeads(): Promise<void> {
    const here = this.organizations.filter((organizationId) => this.runsHere(organizationId));
    const before = here.map((organizationId) => this.pumps.get(organizationId)?.believedSeq ?? null);
    // Cursors first, heads after: a cursor can then be past the head only if the log went back.
    const cursors = await Promise.all(here.map((organizationId) => this.store.cursor(organizationId)));
    const heads = await this.log.heads();
    let furthestBehind = 0;
    for (const [place, organizationId] of here.entries()) {
      const cursor = cursors[place] ?? null;
      const head = heads.get(organizationId);
      if (cursor === null) {
        this.pumps.get(organizationId)?.forget();
        continue;
      }
      if (head === undefined || cursor.seq > head) {
        await this.reset(organizationId, cursor.seq, 'the cursor is past the head of the log');
        continue;
      }
      const believed = before[place] ?? null;
      if (believed !== null && cursor.seq < believed) this.pumps.get(organizationId)?.forget();
      if (head > cursor.seq) {
        furthestBehind = Math.max(furthestBehind, head - cursor.seq);
        if (await this.outlivedLog(organizationId, cursor.seq)) continue;
        this.pumpOf(organizationId).poke(head);
      }
    }
    this.metrics.lagEvents.set(furthestBehind);
    const known = this.organizations.length;
    this.organizations = [...heads.keys()];
    if (this.organizations.length > known) this.lookAgain = true;
  }

  /** Fan-out stood still for longer than the log is kept: what comes next is gone, and so are all queues that could want it. */
  private async outlivedLog(organizationId: number, seq: number): Promise<boolean> {
    const believed = this.pumps.get(organizationId)?.believedSeq ?? null;
    if (believed !== null) return false;
    const [next] = await this.log.after(organizationId, seq, 1);
    if (next === undefined || next.seq === seq + 1) return false;
    await this.reset(organizationId, seq, 'the log no longer reaches back to the cursor');
    return true;
  }

  private async reset(organizationId: number, seq: number, reason: string): Promise<void> {
    this.pumps.get(organizationId)?.forget();
    const waiters = await this.store.reset(organizationId, seq);
    if (waiters === null) return;
    this.metrics.resets.inc();
    this.runtime.logger.error({ organizationId, seq, reason }, 'ended all queues of an organization: clients register again');
    this.gateways.wake(organizationId, waiters);
  }

  /** Queues that expired and were never appended to again leave index entries behind. */
  private async cleanUp(): Promise<void> {
    let queues = 0;
    for (const organizationId of this.organizations) {
      if (this.stopping || !this.runsHere(organizationId)) continue;
      this.metrics.cleanedQueues.inc(await this.store.cleanAll(organizationId));
      queues += await this.store.countQueues(organizationId);
    }
    this.metrics.queues.set(queues);
  }

  private runsHere(organizationId: number): boolean {
    return this.held.has(partitionOf(organizationId));
  }

  private pumpOf(organizationId: number): OrganizationPump {
    const known = this.pumps.get(organizationId);
    if (known !== undefined) return known;
    const pump = new OrganizationPump(organizationId, this.pumpParts);
    this.pumps.set(organizationId, pump);
    return pump;
  }

  private every(ms: number, work: () => void | Promise<void>): void {
    const run = async () => work();
    this.timers.push(setInterval(() => run().catch((err: unknown) => this.runtime.logger.warn({ err }, 'a round failed')), ms));
  }
}
