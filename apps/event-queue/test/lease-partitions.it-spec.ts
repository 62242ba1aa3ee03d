import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PARTITIONS } from '@parley/event-log';
import { type TestRedis, testRedis } from '@parley/testing';
import { PartitionLeases } from '../src/leases/partition-leases.js';
import { eventually } from './eventually.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

/** Longer than any pause between two rounds of a test. */
const LONG_MS = 60_000;
const SHORT_MS = 400;

let redis: TestRedis;
beforeAll(async () => {
  redis = await testRedis();
});
afterAll(() => redis.close());
beforeEach(async () => {
  await redis.client.flushDb();
});

const replica = (name: string, ttlMs = LONG_MS) => new PartitionLeases(redis.client, 'test:', name, ttlMs);
const all = (...held: Set<number>[]) => new Set(held.flatMap((some) => [...some])).size;

describe('partitions', () => {
  it('all belong to the only replica', async () => {
    expect((await replica('a').renew()).size).toBe(PARTITIONS);
  });

  it('are divided among replicas without overlap, at once when one joins', async () => {
    const [a, b] = [replica('a'), replica('b')];
    await a.renew();
    const [ofB, ofA] = [await b.renew(), await a.renew()];
    expect(all(ofA, ofB)).toBe(PARTITIONS);
    expect(ofA.size + ofB.size).toBe(PARTITIONS);
    expect(Math.min(ofA.size, ofB.size)).toBeGreaterThan(PARTITIONS / 5);
  });

  it('of a replica stay with it while others come and go', async () => {
    const [a, b, c] = [replica('a'), replica('b'), replica('c')];
    for (const one of [a, b, c]) await one.renew();
    const before = await a.renew();
    await c.release();
    const after = await a.renew();
    expect([...before].filter((partition) => !after.has(partition))).toEqual([]);
  });

  it('of a stopping replica move at once', async () => {
    const [a, b] = [replica('a'), replica('b')];
    await a.renew();
    await b.renew();
    await a.release();
    expect((await b.renew()).size).toBe(PARTITIONS);
  });

  it('use one key in Redis, whatever their number, and none after the last replica has stopped', async () => {
    const [a, b] = [replica('a'), replica('b')];
    await a.renew();
    await b.renew();
    expect(await redis.client.keys('test:*')).toEqual(['test:{leases}:replicas']);
    await a.release();
    await b.release();
    expect(await redis.client.keys('test:*')).toEqual([]);
  });

  it('of a dead replica move when its lease has expired, not earlier', async () => {
    const [dead, alive] = [replica('dead', SHORT_MS), replica('alive', SHORT_MS)];
    await dead.renew();
    const died = performance.now();
    await eventually('everything is taken over', async () => (await alive.renew()).size === PARTITIONS);
    expect(performance.now() - died).toBeGreaterThan(SHORT_MS / 2);
  });
});
