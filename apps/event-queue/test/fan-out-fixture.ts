import type { Lane } from '@parley/contracts/event-queue';
import { LogReader } from '@parley/event-log';
import { loadConfig, Runtime } from '@parley/runtime';
import { Rows, TEST_CALLER_SECRET, TestSuite } from '@parley/testing';
import { BuildIndex } from '../src/audience-index/build-index.js';
import { eventQueueConfig } from '../src/config.js';
import { EventCache } from '../src/event-cache/event-cache.js';
import { EventRegistry } from '../src/event-cache/event-registry.js';
import { FanOutMetrics } from '../src/fan-out/fan-out-metrics.js';
import { FindRecipientQueues } from '../src/fan-out/find-recipient-queues.js';
import { LaneFanOut } from '../src/fan-out/lane-fan-out.js';
import type { BatchLimits } from '../src/fan-out/plan-steps.js';
import { WakeGateways } from '../src/fan-out/wake-gateways.js';
import type { Append, Appended } from '../src/queues/append-step.js';
import { newQueueId } from '../src/queues/queue-id.js';
import { defaultLimits } from '../src/queues/queue-limits.js';
import { isNotHere } from '../src/queues/queue-state.js';
import { QueueStore } from '../src/queues/queue-store.js';
import { QueueViews, toDescriptor } from '../src/queues/queue-views.js';
import type { Waiter } from '../src/queues/waiter.js';
import { viewOf } from './queue-fixture.js';

const HOUR_MS = 3_600_000;

/** A store whose next appends a test can make fail, and that records the appends. */
class WatchedStore extends QueueStore {
  failNext = 0;
  /** All appends after this number of them fail. */
  failAfter: number | null = null;
  readonly steps: Append[] = [];

  override async append(lane: Lane, step: Append): Promise<Appended> {
    if (this.failNext > 0 || this.failAfter === 0) {
      this.failNext = Math.max(0, this.failNext - 1);
      throw new Error('failed on purpose');
    }
    if (this.failAfter !== null) this.failAfter -= 1;
    this.steps.push(step);
    return super.append(lane, step);
  }
}

/** Records wake-ups instead of sending them. */
class WatchedGateways extends WakeGateways {
  readonly woken: Waiter[] = [];

  override wake(_organizationId: number, waiters: readonly Waiter[]): void {
    this.woken.push(...waiters);
  }
}

/** The fan-out of one organization on real stores. Nothing else watches the log: fan-out runs when a test notifies it. */
export class FanOutFixture {
  private constructor(
    readonly suite: TestSuite,
    readonly rows: Rows,
    readonly store: WatchedStore,
    private readonly config: ReturnType<typeof testConfig>,
  ) {}

  static async open(): Promise<FanOutFixture> {
    const suite = await TestSuite.open();
    const store = new WatchedStore(suite.redis.client, 'fanOut:', { ...defaultLimits, idleAfterMs: HOUR_MS });
    return new FanOutFixture(suite, new Rows(suite.database), store, testConfig(suite.env));
  }

  /** A fresh organization with `members` members, its index, and its fan-out. */
  async organization(members: number, limits: BatchLimits) {
    const organization = await this.rows.organization();
    const users = await this.rows.manyUsers(organization, members);
    await new BuildIndex(this.store, this.suite.database, new Runtime('event-queue', this.config)).execute(organization.id);
    this.store.steps.length = 0;
    return { id: organization.id, users, ...this.fanOut(organization.id, limits) };
  }

  /** A fan-out of the organization, as another replica would run it. */
  fanOut(organizationId: number, limits: BatchLimits) {
    const runtime = new Runtime('event-queue', this.config);
    const log = new LogReader(this.suite.database);
    const metrics = new FanOutMetrics(runtime);
    const gateways = new WatchedGateways(this.suite.nats.bus);
    const fanOut = new LaneFanOut(organizationId, {
      store: this.store,
      log,
      cache: new EventCache(log, new EventRegistry()),
      recipients: new FindRecipientQueues(this.store, new QueueViews(this.store)),
      gateways,
      metrics,
      logger: runtime.logger,
      limits,
    });
    return { fanOut, metrics, gateways };
  }

  async queue(organizationId: number, userId: number): Promise<string> {
    const incarnation = (await this.store.cursor(organizationId))?.incarnation ?? '';
    const queueId = newQueueId({ incarnation, organizationId, userId });
    await this.store.create(organizationId, {
      queueId,
      incarnation,
      userId,
      descriptor: toDescriptor(viewOf(queueId, userId)),
      idleMs: 10 * HOUR_MS,
      wantsAllPublicChannels: false,
    });
    const finished = await this.store.finish(organizationId, queueId, 0);
    if (isNotHere(finished)) throw new Error('the queue is gone');
    return queueId;
  }

  /** Makes the queues look as if they had not been polled for long and a sweep had found them idle. */
  async makeIdle(organizationId: number, queues: readonly string[]): Promise<void> {
    const { client } = this.suite.redis;
    for (const queueId of queues) {
      for (const key of ['s', 'q'].map((kind) => `fanOut:{${organizationId}}:${kind}:${queueId}`)) {
        await client.pExpire(key, (await client.pTTL(key)) - 2 * HOUR_MS);
      }
    }
    await this.store.sweep(organizationId);
  }

  /** Adds rows to the log for all members, without a wake-up. */
  async log(organizationId: number, ...seqs: number[]): Promise<void> {
    const { client } = this.suite.database;
    await client.$executeRaw`
      INSERT INTO event_log (organization_id, seq, type, payload)
      SELECT ${organizationId}, seq, 'default-channels.changed', '{"channelIds": []}' FROM unnest(${seqs}::bigint[]) AS seq`;
  }

  /** The ids of the queue's entries. */
  async held(organizationId: number, queueId: string): Promise<number[]> {
    const entries = await this.suite.redis.client.xRange(`fanOut:{${organizationId}}:s:${queueId}`, '-', '+');
    return (entries ?? []).map((entry) => Number(entry.id.split('-')[0]));
  }

  close(): Promise<void> {
    return this.suite.close();
  }
}

function testConfig(env: Readonly<Record<string, string>>) {
  return loadConfig(eventQueueConfig, { ...env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' });
}
