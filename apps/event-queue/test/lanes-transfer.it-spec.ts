import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { eventId } from '@parley/contracts';
import { type Lane, laneOf } from '@parley/contracts/event-queue';
import { loadConfig, Runtime } from '@parley/runtime';
import { TEST_CALLER_SECRET } from '@parley/testing';
import { eventQueueConfig } from '../src/config.js';
import { ONE_LANE } from '../src/lanes/lane-plan.js';
import { LanePlans } from '../src/lanes/lane-plans.js';
import { QueueConnection } from '../src/queues/queue-connection.js';
import { newQueueId } from '../src/queues/queue-id.js';
import { QueueStore } from '../src/queues/queue-store.js';
import { QueueTransfer } from '../src/queues/queue-transfer.js';
import { PrivateRedis } from './private-redis.js';
import { at, INCARNATION } from './queue-fixture.js';

jest.setTimeout(120_000);

const ORGANIZATION = 27;
const USER = 11;
const LEFT: Lane = ORGANIZATION;
const TARGET = laneOf(ORGANIZATION, 2, USER);
const CHANGE = 1;

let redis: PrivateRedis;
let connection: QueueConnection;
let store: QueueStore;
let transfer: QueueTransfer;
let queue: string;
beforeAll(async () => {
  redis = await PrivateRedis.start();
  const env = { DATABASE_URL: 'postgres://localhost/unused', NATS_URL: 'nats://unused', REDIS_URL: redis.url };
  const config = loadConfig(eventQueueConfig, { ...env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' });
  connection = await QueueConnection.open([redis.url], new Runtime('event-queue', config));
  store = new QueueStore(connection.commands, 'test:');
  transfer = new QueueTransfer(store);
});
afterAll(async () => {
  await connection.onApplicationShutdown();
  await redis.close();
});

const build = async (lane: Lane, change?: number) => {
  await store.beginBuild(lane, 'builder', 1_000);
  await store.loadUsers(lane, 'builder', [{ userId: USER, role: 400, channelIds: [] }]);
  await store.commitBuild(lane, 'builder', at(0), change);
};
const claimBoth = async (token: string) => {
  expect(await transfer.claim(TARGET, token, CHANGE, false)).toBe(true);
  expect(await transfer.claim(LEFT, token, CHANGE, true)).toBe(true);
};
const take = async (token: string) => {
  const portion = await transfer.take(LEFT, token, 0);
  if (typeof portion === 'string') throw new Error(portion);
  return portion.taken;
};
const poll = async (lane: Lane) =>
  (await store.poll(lane, [{ queueId: queue, userId: USER, lastEventId: eventId(0, 0), waiter: 'gateway|a', mode: 'nb' }]))[0];

/** A lane with one queue, and an empty one that the queue is to move to. */
beforeEach(async () => {
  for (const lane of [LEFT, TARGET]) await store.purge(lane);
  await build(LEFT);
  queue = newQueueId({ incarnation: INCARNATION, organizationId: ORGANIZATION, userId: USER });
  await store.create(LEFT, {
    queueId: queue,
    ...{ incarnation: INCARNATION, userId: USER, descriptor: '{}', idleMs: 600_000, wantsAllPublicChannels: false },
  });
  await store.finish(LEFT, queue, 0);
  expect(await transfer.open(TARGET, CHANGE)).toBe('open');
  await build(TARGET, CHANGE);
});

it('a mover that was replaced changes nothing, and the other one goes on', async () => {
  await claimBoth('first');
  const taken = await take('first');
  expect(taken.map(({ queueId }) => queueId)).toEqual([queue]);
  await claimBoth('second');
  expect(await transfer.arrive(TARGET, 'first', taken)).toBe('lost');
  expect(await store.countQueues(TARGET)).toBe(0);
  expect(await transfer.drop(LEFT, 'first', taken)).toBe(false);
  expect(await poll(LEFT)).toMatchObject({ outcome: 'moving' });
  const again = await take('second');
  expect(again.map(({ queueId }) => queueId)).toEqual([queue]);
  expect(await transfer.arrive(TARGET, 'second', again)).toEqual(new Set());
  expect(await transfer.drop(LEFT, 'second', again)).toBe(true);
  expect(await transfer.close(LEFT, 'second')).toBe(true);
  expect(await transfer.settle(TARGET, 'second')).toBe(true);
  // Of a mover whose change is complete, nothing is accepted either.
  expect(await transfer.arrive(TARGET, 'second', again)).toBe('lost');
  expect(await store.allQueues(TARGET)).toEqual([queue]);
});

it('a full Redis takes no queue out of its lane, but completes what needs no room', async () => {
  const plans = new LanePlans(connection.commands, 'test:');
  await claimBoth('mover');
  await redis.limitMemory('1mb');
  try {
    await expect(transfer.take(LEFT, 'mover', 0)).rejects.toThrow('OOM');
    expect(await store.allQueues(LEFT)).toEqual([queue]);
    expect(await poll(LEFT)).not.toMatchObject({ outcome: 'moving' });
    expect(await plans.replace(ORGANIZATION, ONE_LANE, { lanes: 2, next: null, phase: 'settled', change: CHANGE })).toBe(true);
  } finally {
    await redis.limitMemory('0');
  }
  const taken = await take('mover');
  expect(await transfer.arrive(TARGET, 'mover', taken)).toEqual(new Set());

  // All has arrived, so Redis may be full again.
  await redis.limitMemory('1mb');
  try {
    expect(await transfer.drop(LEFT, 'mover', await take('mover'))).toBe(true);
    expect(await transfer.close(LEFT, 'mover')).toBe(true);
    expect(await transfer.settle(TARGET, 'mover')).toBe(true);
  } finally {
    await redis.limitMemory('0');
  }
  expect(await store.allQueues(TARGET)).toEqual([queue]);
});

it('a lane is mended only for a change that is at least as late as its own, and then its former mover does nothing', async () => {
  await claimBoth('mover');
  expect((await take('mover')).map(({ queueId }) => queueId)).toEqual([queue]);
  for (const lane of [LEFT, TARGET]) expect(await transfer.mend(lane, CHANGE - 1)).toBe(false);
  expect(await poll(LEFT)).toMatchObject({ outcome: 'moving' });
  expect(await transfer.newestChange([LEFT, TARGET])).toBe(CHANGE);
  for (const lane of [LEFT, TARGET]) expect(await transfer.mend(lane, CHANGE + 1)).toBe(true);
  for (const lane of [LEFT, TARGET]) expect(await transfer.mend(lane, CHANGE + 1)).toBe(false);
  // A queue that was under way has ended, because it may have missed events.
  expect(await poll(LEFT)).toMatchObject({ outcome: 'bad' });
  expect(await transfer.take(LEFT, 'mover', 0)).toBe('lost');
  expect(await transfer.claim(LEFT, 'mover', CHANGE, true)).toBe(false);
  expect((await store.cursor(TARGET))?.limit).toBeUndefined();
});
