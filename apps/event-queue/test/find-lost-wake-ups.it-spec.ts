import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { defaultChannelsChanged } from '@parley/contracts/channels';
import { EventLog, LogReader } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { loadConfig, Runtime } from '@parley/runtime';
import { Rows, TEST_CALLER_SECRET, TestSuite, type UserRow } from '@parley/testing';
import { eventQueueConfig } from '../src/config.js';
import { FanOutMetrics } from '../src/fan-out/fan-out-metrics.js';
import { WatchLog } from '../src/fan-out/watch-log.js';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

const ALL_BUCKETS = Array.from({ length: 64 }, (_, bucket) => bucket);
const everywhere = () => true;

/** A bus that loses everything. */
class DeadBus extends Bus {
  override publish(): boolean {
    return true;
  }
}

/** Records what is compared instead of comparing it. */
class RecordedHeads {
  readonly compared: number[][] = [];
  lagging: number[] = [];

  readonly behind = () => this.lagging;
  readonly execute = async (organizationIds: readonly number[]) => {
    this.compared.push([...organizationIds]);
    return [];
  };
}

describe('an event whose wake-up was lost', () => {
  let fixture: ServiceFixture;
  let user: UserRow;
  beforeAll(async () => {
    fixture = await ServiceFixture.open({ LOG_LEVEL: 'silent' });
    user = await fixture.rows.user(await fixture.rows.organization());
  });
  afterAll(() => fixture.close());

  it('arrives, without anything else that happens in its organization', async () => {
    const { queue_id, last_event_id } = await fixture.register(user);
    const silent = new EventLog(fixture.suite.database, new DeadBus(fixture.suite.nats.link, runtimeOf(fixture.suite)));
    await silent.change(user.organizationId, async (_, log) => log.append(defaultChannelsChanged, { channelIds: [1] }));
    await eventually('the event arrives', async () => (await fixture.events(user, String(queue_id), last_event_id)).length === 1, 30_000);
  });

  it('arrives, also if its transaction began more than a minute before it ended', async () => {
    const { queue_id, last_event_id } = await fixture.register(user);
    await logAgo(fixture.suite.database, user.organizationId, 70);
    await eventually('the event arrives', async () => (await fixture.events(user, String(queue_id), last_event_id)).length === 1, 60_000);
  });
});

describe('a look at the log', () => {
  let suite: TestSuite;
  let rows: Rows;
  beforeAll(async () => {
    suite = await TestSuite.open();
    rows = new Rows(suite.database);
  });
  afterAll(() => suite.close());

  const watching = (database: Database = suite.database) => {
    const heads = new RecordedHeads();
    const metrics = new FanOutMetrics(runtimeOf(suite));
    const watch = new WatchLog(heads, new LogReader(database), metrics);
    return { heads, metrics, watch };
  };
  const lookedAt = async ({ metrics }: ReturnType<typeof watching>) => (await metrics.lookedAt.get()).values[0]?.value ?? 0;

  it('compares the organizations in which something was written recently, and those that were behind, and no others', async () => {
    const sleeping = [await rows.organization(), await rows.organization()];
    for (const { id } of sleeping) await logAgo(suite.database, id, 3_600);
    const active = await rows.organization();
    await logAgo(suite.database, active.id, 0);
    const { heads, watch } = watching();
    await watch.look(ALL_BUCKETS, everywhere);
    expect(heads.compared).toEqual([[active.id]]);
    heads.lagging = [sleeping[0]?.id ?? 0];
    await watch.look(ALL_BUCKETS, everywhere);
    expect(heads.compared[1]).toEqual([sleeping[0]?.id, active.id]);
  });

  it('compares organizations of the held partitions only', async () => {
    const [mine, other] = [await rows.organization(), await rows.organization()];
    for (const { id } of [mine, other]) await logAgo(suite.database, id, 0);
    const { heads, watch } = watching();
    await watch.look([mine.id % 64], (id) => id === mine.id);
    expect(heads.compared).toEqual([[mine.id]]);
  });

  it('notices that the log has another incarnation', async () => {
    await rows.organization();
    const { watch } = watching();
    expect(await watch.look(ALL_BUCKETS, everywhere)).toBe(false);
    expect(await watch.look(ALL_BUCKETS, everywhere)).toBe(false);
    await suite.database.client.$executeRaw`UPDATE organization_counter SET restored_at = clock_timestamp()`;
    expect(await watch.look(ALL_BUCKETS, everywhere)).toBe(true);
    expect(await watch.look(ALL_BUCKETS, everywhere)).toBe(false);
  });

  it('that fails does not count as a look', async () => {
    const good = watching();
    await good.watch.look(ALL_BUCKETS, everywhere);
    expect(await lookedAt(good)).toBeGreaterThan(0);
    const database = new Database({ url: String(suite.env.DATABASE_URL), poolSize: 1, name: 'closed' });
    await database.close();
    const bad = watching(database);
    await expect(bad.watch.look(ALL_BUCKETS, everywhere)).rejects.toThrow();
    expect(await lookedAt(bad)).toBe(0);
  });

  it('reads an index, not the log', async () => {
    const { id } = await rows.organization();
    await suite.database.client.$executeRaw`
      INSERT INTO event_log (organization_id, seq, at, type, payload)
      SELECT ${id}, n, now() - make_interval(secs => n / 10.0), 'x', '{}' FROM generate_series(1, 20000) AS n`;
    const plan = await suite.database.client.$queryRaw<{ 'QUERY PLAN': string }[]>`
      EXPLAIN SELECT DISTINCT organization_id FROM event_log
      WHERE organization_id % 64 = ANY (${ALL_BUCKETS}::int[]) AND at > now() - make_interval(secs => 4)`;
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).not.toContain('Seq Scan on event_log_2');
  });
});

/** An event of all members with the time of so many seconds ago, without a wake-up. */
async function logAgo({ client }: Database, organizationId: number, seconds: number): Promise<void> {
  await client.$executeRaw`
    WITH head AS (UPDATE organization_counter SET seq = seq + 1 WHERE organization_id = ${organizationId} RETURNING seq)
    INSERT INTO event_log (organization_id, seq, at, type, payload)
    SELECT ${organizationId}, seq, now() - make_interval(secs => ${seconds}), 'default-channels.changed', '{"channelIds": []}' FROM head`;
}

function runtimeOf({ env }: TestSuite): Runtime {
  return new Runtime(
    'event-queue',
    loadConfig(eventQueueConfig, { ...env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' }),
  );
}
