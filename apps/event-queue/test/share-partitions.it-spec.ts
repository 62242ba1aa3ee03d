import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventsLogged, partitionOf, wakeUpAddress } from '@parley/event-log';
import { type TestRedis, TestSuite, testRedis } from '@parley/testing';
import { createClient, type RedisClientType } from 'redis';
import { HeldWakeUps } from '../src/fan-out/held-wake-ups.js';
import { PartitionLeases } from '../src/leases/partition-leases.js';
import { eventually } from './eventually.js';
import { PrivateRedis } from './private-redis.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

const TTL_MS = 60_000;
const ORGANIZATIONS = Array.from({ length: 5_000 }, (_, n) => n + 1);

describe('the number of partitions changes', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await testRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    await redis.client.flushDb();
  });

  const replica = (name: string, partitions: number) => new PartitionLeases(redis.client, 'test:', name, TTL_MS, partitions);
  /** Two rounds: in the first each replica hears of the others. */
  const settle = async (replicas: readonly PartitionLeases[]) => {
    for (const one of replicas) await one.renew();
    return Promise.all(replicas.map(async (one) => ({ held: await one.renew(), partitions: one.partitions })));
  };
  const holders = (all: readonly { held: ReadonlySet<number>; partitions: number }[], organizationId: number) =>
    all.filter(({ held, partitions }) => held.has(partitionOf(organizationId, partitions))).length;

  it('while replicas are replaced one by one: each organization runs in exactly one of them at every step', async () => {
    let running = ['a', 'b', 'c'].map((name) => replica(name, 64));
    for (const name of ['d', 'e', 'f']) {
      running = [...running, replica(name, 1_024)];
      const settled = await settle(running);
      expect(new Set(settled.map(({ partitions }) => partitions))).toEqual(new Set([64]));
      for (const id of ORGANIZATIONS) expect(holders(settled, id)).toBe(1);
      const [oldest, ...others] = running;
      await oldest?.release();
      running = others;
    }
    const settled = await settle(running);
    expect(new Set(settled.map(({ partitions }) => partitions))).toEqual(new Set([1_024]));
    for (const id of ORGANIZATIONS) expect(holders(settled, id)).toBe(1);
  });

  it('from an earlier release, which names no number', async () => {
    await redis.client.zAdd('test:{leases}:replicas', { score: Date.now(), value: 'event-queue-of-earlier-release' });
    const one = replica('a', 256);
    await one.renew();
    expect(one.partitions).toBe(64);
  });
});

describe('a hundred replicas', () => {
  const REPLICAS = 100;
  /** Five seconds of rounds. */
  const ROUNDS = 10;
  const SECONDS = 5;
  let redis: PrivateRedis;
  beforeAll(async () => {
    redis = await PrivateRedis.start();
  });
  afterAll(() => redis.close());

  it('together use at most 5 % of one core of Redis', async () => {
    const client: RedisClientType = createClient({ url: redis.url });
    await client.connect();
    // As in production.
    await client.configSet('appendfsync', 'everysec');
    const replicas = Array.from({ length: REPLICAS }, (_, n) => new PartitionLeases(client, 'test:', `replica-${n}`, TTL_MS, 64));
    for (const one of replicas) await one.renew();
    const used = async () =>
      [...(await client.info('cpu')).matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
    const before = await used();
    const held: Set<number>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) for (const one of replicas) held.push(await one.renew());
    const share = (await used()) - before;
    expect(share / SECONDS).toBeLessThan(0.05);
    expect(new Set(held.slice(-REPLICAS).flatMap((some) => [...some])).size).toBe(64);
    client.destroy();
  });
});

describe('the wake-ups of partitions', () => {
  let suite: TestSuite;
  beforeAll(async () => {
    suite = await TestSuite.open();
  });
  afterAll(() => suite.close());

  it('arrive where the partition is held, and nowhere else, also those of earlier releases', async () => {
    const { bus } = suite.nats;
    const heard: number[] = [];
    const wakeUps = new HeldWakeUps(bus, ({ organizationId }) => heard.push(organizationId));
    const tell = (organizationId: number, address: string) =>
      bus.publish(eventsLogged, { organizationId, incarnation: 'x', seq: 1, events: [] }, address);
    wakeUps.follow(new Set([7]), 256);
    for (const id of [7, 8, 7 + 64, 7 + 256]) tell(id, wakeUpAddress(id));
    tell(7 + 512, `7.${7 + 512}`);
    await eventually('those of the partition arrive', () => heard.length >= 3);
    expect(heard).toEqual([7, 7 + 256, 7 + 512]);
    wakeUps.follow(new Set([8]), 256);
    for (const id of [7, 8]) tell(id, wakeUpAddress(id));
    await eventually('that of the other partition arrives', () => heard.length >= 4);
    expect(heard[3]).toBe(8);
    wakeUps.stop();
  });
});
