import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '@parley/contracts';
import type { Lane, RegisterOptions } from '@parley/contracts/event-queue';
import { EventLog, LogReader, PARTITIONS, selectHead } from '@parley/event-log';
import { type Database, dbRole, type ExportedSnapshot, Prisma, rows, type SqlReader } from '@parley/persistence';
import { Bus, RawJson, type RpcClient } from '@parley/rpc';
import type { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { BuildIndex } from '../../src/audience-index/build-index.js';
import type { EventQueueConfig } from '../../src/config.js';
import { AnnounceEphemeral } from '../../src/ephemeral/announce-ephemeral.js';
import { EphemeralIdRanges } from '../../src/ephemeral/ephemeral-id-ranges.js';
import { EventCache } from '../../src/event-cache/event-cache.js';
import { EventRegistry } from '../../src/event-cache/event-registry.js';
import { CompareHeads } from '../../src/fan-out/compare-heads.js';
import { EndQueues } from '../../src/fan-out/end-queues.js';
import { FanOut } from '../../src/fan-out/fan-out.js';
import { FanOutMetrics } from '../../src/fan-out/fan-out-metrics.js';
import { FindRecipientQueues } from '../../src/fan-out/find-recipient-queues.js';
import { LaneFanOuts } from '../../src/fan-out/lane-fan-outs.js';
import { WakeGateways } from '../../src/fan-out/wake-gateways.js';
import { WatchLog } from '../../src/fan-out/watch-log.js';
import { MoveLanes } from '../../src/lane-changes/move-lanes.js';
import { ChangeLanes } from '../../src/lanes/change-lanes.js';
import { FindQueue } from '../../src/lanes/find-queue.js';
import { LanePlans } from '../../src/lanes/lane-plans.js';
import { MendLane } from '../../src/lanes/mend-lane.js';
import { PartitionLeases } from '../../src/leases/partition-leases.js';
import { PollLanes } from '../../src/poll/poll-lanes.js';
import { PollQueues } from '../../src/poll/poll-queues.js';
import { RenderEntries } from '../../src/poll/render-entries.js';
import type { Append, Appended } from '../../src/queues/append-step.js';
import { QueueConnection } from '../../src/queues/queue-connection.js';
import { QueueStore } from '../../src/queues/queue-store.js';
import { QueueTransfer, type TakenQueue } from '../../src/queues/queue-transfer.js';
import { QueueViews } from '../../src/queues/queue-views.js';
import { AdmitSpectator } from '../../src/register/admit-spectator.js';
import { BotDefaults } from '../../src/register/bot-defaults.js';
import { NewQueues } from '../../src/register/new-queues.js';
import { ReadSnapshot, type Snapshot } from '../../src/register/read-snapshot.js';
import { RegisterQueue } from '../../src/register/register-queue.js';
import { plain, type StormState, stormEvents } from './storm-events.js';

export interface Faults {
  /** Chance that a replica dies between a script and its wake-ups. */
  readonly dieAfterScript: number;
  /** Chance that it pauses before a script, for long enough that another one takes over. */
  readonly stallBeforeScript: number;
  /** Targets per script. */
  readonly chunk: number;
  /** Both replicas think that they hold all partitions. */
  readonly everythingLeasedTwice: boolean;
}

export const STORM_PREFIX = 'storm:';
const STALL_MS = 60;

class FaultyStore extends QueueStore {
  faults: Faults | null = null;

  /** Returns random queues each time: the order in which queues are served must not matter. */
  override async idleAmong(lane: Lane, queues: readonly string[]): Promise<Set<string>> {
    if (this.faults === null) return super.idleAmong(lane, queues);
    return new Set(queues.filter(() => Math.random() < 0.5));
  }

  override async append(lane: Lane, step: Append): Promise<Appended> {
    if (this.faults !== null && Math.random() < this.faults.stallBeforeScript) await delay(STALL_MS);
    const appended = await super.append(lane, step);
    if (this.faults !== null && Math.random() < this.faults.dieAfterScript)
      throw new Error('died between script and wake-ups (on purpose)');
    return appended;
  }
}

/** While there are faults, it dies now and then between two steps of a move. Another attempt goes on. */
class FaultyTransfer extends QueueTransfer {
  constructor(private readonly faulty: FaultyStore) {
    super(faulty);
  }

  override async arrive(lane: Lane, token: string, queues: readonly TakenQueue[]): Promise<ReadonlySet<string> | 'lost'> {
    const arrived = await super.arrive(lane, token, queues);
    this.mayDie();
    return arrived;
  }

  override async take(lane: Lane, token: string, atLeast: number) {
    const taken = await super.take(lane, token, atLeast);
    this.mayDie();
    return taken;
  }

  private mayDie(): void {
    if (Math.random() < (this.faulty.faults?.dieAfterScript ?? 0)) throw new Error('died while queues move (on purpose)');
  }
}

class AllPartitions extends PartitionLeases {
  override async renew(): Promise<Set<number>> {
    return new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition));
  }

  override lanesOf(sets: readonly (readonly Lane[])[]): Lane[] {
    return sets.flat();
  }

  override get allKnowLanes(): boolean {
    return true;
  }
}

/** Reads state under the exported snapshot like the services' parts: one after the other, with time between them. */
class StormSnapshots extends ReadSnapshot {
  constructor(
    private readonly own: Database,
    private readonly parts: Database,
    rpc: RpcClient,
  ) {
    super(own, rpc);
  }

  override execute(caller: Caller, _: RegisterOptions): Promise<Snapshot> {
    const selects = { heads: selectHead(caller.organizationId) };
    const read = async ({ snapshotId, rows: { heads } }: ExportedSnapshot<typeof selects>) => {
      const [position] = heads;
      if (position === undefined) throw new Error('the organization has no counter');
      const state = await this.parts.inSnapshot(snapshotId, async (part) => {
        await delay(Math.random() * 20);
        return readState(part, caller.organizationId, caller.userId);
      });
      return { position, role: caller.role, fields: RawJson.of({ state: plain(state) }) };
    };
    return this.own.exportSnapshotWith(selects, read, 10_000);
  }
}

const subscriptionRow = z.object({ userId: z.int(), channelId: z.int() });
const userRow = z.object({ id: z.int(), role: dbRole });

export async function readState(reader: SqlReader, organizationId: number, userId: number): Promise<StormState> {
  const subscriptions = await rows(
    reader,
    subscriptionRow,
    Prisma.sql`SELECT user_id AS "userId", channel_id AS "channelId" FROM subscription WHERE organization_id = ${organizationId} AND active`,
  );
  const mine = new Set(subscriptions.filter((row) => row.userId === userId).map((row) => row.channelId));
  const channels = new Map(
    [...mine].map((channel) => [channel, new Set(subscriptions.filter((row) => row.channelId === channel).map((row) => row.userId))]),
  );
  const users = await rows(reader, userRow, Prisma.sql`SELECT id, role FROM user_account WHERE organization_id = ${organizationId}`);
  return {
    channels,
    roles: new Map(users.map(({ id, role }) => [id, role])),
  };
}

/** One event-queue process, without the process: all parts wired as in the module, with faults. */
export class StormReplica {
  private constructor(
    readonly store: FaultyStore,
    readonly poll: PollQueues,
    readonly register: RegisterQueue,
    readonly ephemeral: AnnounceEphemeral,
    readonly metrics: FanOutMetrics,
    readonly changeLanes: ChangeLanes,
    readonly plans: LanePlans,
    private readonly moveLanes: MoveLanes,
    private readonly fanOut: FanOut,
    private readonly connection: QueueConnection,
  ) {}

  static async start(parts: {
    runtime: Runtime;
    config: EventQueueConfig;
    database: Database;
    partsDatabase: Database;
    bus: Bus;
    rpc: RpcClient;
    faults: Faults;
  }): Promise<StormReplica> {
    const { runtime, config, database, partsDatabase, bus, rpc, faults } = parts;
    const connection = await QueueConnection.open([config.REDIS_URL], runtime);
    const store = new FaultyStore(connection.commands, STORM_PREFIX);
    store.faults = faults;
    const log = new LogReader(database);
    const registry = new EventRegistry(stormEvents);
    const cache = new EventCache(log, registry);
    const views = new QueueViews(store);
    const recipients = new FindRecipientQueues(store, views);
    const gateways = new WakeGateways(bus);
    const metrics = new FanOutMetrics(runtime);
    const fanOuts = new LaneFanOuts(store, log, cache, recipients, gateways, metrics, runtime, {
      events: 64,
      targets: faults.chunk,
      batch: faults.chunk * 6,
    });
    const endQueues = new EndQueues(store, fanOuts, gateways, metrics, database, runtime);
    const heads = new CompareHeads(store, log, fanOuts, endQueues, metrics);
    const leases = new (faults.everythingLeasedTwice ? AllPartitions : PartitionLeases)(
      connection.commands,
      STORM_PREFIX,
      runtime.instance,
      2_000,
    );
    const plans = new LanePlans(connection.commands, STORM_PREFIX);
    const transfer = new FaultyTransfer(store);
    const mendLane = new MendLane(plans, transfer, runtime);
    const queues = new FindQueue(plans, mendLane);
    const buildIndex = new BuildIndex(store, database, runtime);
    const eventLog = new EventLog(database, bus);
    const fanOut = new FanOut(fanOuts, new WatchLog(heads, log, metrics), heads, cache, leases, plans, connection, bus, metrics, runtime);
    await fanOut.onApplicationBootstrap();
    const moveLanes = new MoveLanes(plans, fanOut, bus, eventLog, store, transfer, buildIndex, gateways, metrics, runtime);
    moveLanes.onApplicationBootstrap();
    const poll = new PollQueues(
      store,
      new PollLanes(store, plans, queues),
      queues,
      views,
      new RenderEntries(cache, registry, runtime),
      log,
      gateways,
      runtime,
    );
    const register = new RegisterQueue(
      new NewQueues(store, plans, queues, mendLane, buildIndex, endQueues, gateways, runtime, config),
      new StormSnapshots(database, partsDatabase, rpc),
      new BotDefaults(database),
      new AdmitSpectator(rpc),
      runtime,
      config,
    );
    return new StormReplica(
      store,
      poll,
      register,
      new AnnounceEphemeral(store, plans, registry, recipients, gateways, new EphemeralIdRanges(eventLog, runtime), runtime),
      metrics,
      new ChangeLanes(plans, transfer, leases, bus, runtime, config),
      plans,
      moveLanes,
      fanOut,
      connection,
    );
  }

  calm(): void {
    this.store.faults = null;
  }

  async stop(): Promise<void> {
    this.calm();
    await this.moveLanes.onModuleDestroy();
    await this.fanOut.onModuleDestroy();
    await this.connection.onApplicationShutdown();
  }
}
