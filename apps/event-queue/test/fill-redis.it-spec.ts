import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventId } from '@parley/contracts';
import { loadConfig, Runtime } from '@parley/runtime';
import { TEST_CALLER_SECRET } from '@parley/testing';
import { eventQueueConfig } from '../src/config.js';
import { QueueConnection } from '../src/queues/queue-connection.js';
import { newQueueId } from '../src/queues/queue-id.js';
import { QueueStore } from '../src/queues/queue-store.js';
import { PrivateRedis } from './private-redis.js';
import { at, INCARNATION } from './queue-fixture.js';

jest.setTimeout(120_000);

const ORGANIZATION = 1;
const USER = 11;

let redis: PrivateRedis;
let runtime: Runtime;
let connection: QueueConnection;
beforeAll(async () => {
  redis = await PrivateRedis.start();
  const env = { DATABASE_URL: 'postgres://localhost/unused', NATS_URL: 'nats://unused', REDIS_URL: redis.url };
  runtime = new Runtime(
    'event-queue',
    loadConfig(eventQueueConfig, { ...env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' }),
  );
  connection = await QueueConnection.open([redis.url], runtime);
});
afterAll(async () => {
  await connection.onApplicationShutdown();
  await redis.close();
});

/** From now on Redis exceeds its memory limit. */
const fill = () => redis.limitMemory('1mb');
const empty = () => redis.limitMemory('0');

it('a full Redis refuses new events, still answers polls and removals, and loses nothing', async () => {
  const store = new QueueStore(connection.commands, 'test:');
  await store.beginBuild(ORGANIZATION, 'builder', 1_000);
  await store.loadUsers(ORGANIZATION, 'builder', [{ userId: USER, role: 400, channelIds: [] }]);
  await store.commitBuild(ORGANIZATION, 'builder', at(0));
  const register = async () => {
    const queueId = newQueueId({ incarnation: INCARNATION, organizationId: ORGANIZATION, userId: USER });
    await store.create(ORGANIZATION, {
      queueId,
      ...{ incarnation: INCARNATION, userId: USER, descriptor: '{}', idleMs: 600_000, wantsAllPublicChannels: false },
    });
    await store.finish(ORGANIZATION, queueId, 0);
    return queueId;
  };
  const append = (seq: number) =>
    store.append(ORGANIZATION, {
      ...{ cursor: { ...at(seq - 1), phase: '' }, attempt: 'a', chunk: 0, outcome: 'done', nextSeq: seq },
      ...{ entries: [{ ids: [eventId(seq, 0)], queues: [queue] }], operations: [] },
    });
  const poll = async (lastEventId: number) =>
    (await store.poll(ORGANIZATION, [{ queueId: queue, userId: USER, lastEventId, waiter: 'gateway|a', mode: 'first' }]))[0];
  const [queue, other] = [await register(), await register()];
  await append(1);

  await fill();
  await expect(append(2)).rejects.toThrow('OOM');
  await expect(register()).rejects.toThrow('OOM');
  expect(await poll(-1)).toMatchObject({ entries: [{ id: eventId(1, 0) }] });
  expect(await poll(eventId(1, 0))).toEqual({ outcome: 'hold', released: null });
  expect(await store.detach(ORGANIZATION, queue, 'gateway|a')).toBe('detached');
  expect(await store.remove(ORGANIZATION, other, USER)).toEqual({ waiter: null });
  expect(await store.sweep(ORGANIZATION)).toBe(0);
  expect(await store.cursor(ORGANIZATION)).toEqual({ ...at(1), phase: '' });

  await empty();
  expect(await append(2)).toMatchObject({ added: 1 });
  expect(await poll(eventId(1, 0))).toMatchObject({ entries: [{ id: eventId(2, 0) }] });
});

it('exports the memory use of Redis', async () => {
  await redis.limitMemory('512mb');
  const metrics = await runtime.metrics.registry.getMetricsAsJSON();
  const gaugeOf = (name: string) => metrics.find((metric) => metric.name === name)?.values[0]?.value;
  expect(gaugeOf('parley_redis_memory_max_bytes')).toBe(512 * 1024 * 1024);
  expect(gaugeOf('parley_redis_memory_used_bytes')).toBeGreaterThan(100_000);
});
