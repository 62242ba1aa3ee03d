import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { baseConfig, loadConfig, Runtime } from '@parley/runtime';
import { expectSoon, StoreLinks, TEST_CALLER_SECRET, type TestRedis, testRedis } from '@parley/testing';
import { createClient, type RedisClientType } from 'redis';
import { z } from 'zod';
import { JobQueues } from '../src/job-queues.js';
import { Jobs, job } from '../src/jobs.js';

const HOUR_MS = 3600 * 1000;
const config = loadConfig(baseConfig, { NATS_URL: 'nats://unused', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' });
let redis: TestRedis;
let runtime: Runtime;
let queues: JobQueues;
let jobs: Jobs;
beforeAll(async () => {
  redis = await testRedis();
  runtime = new Runtime('tests', config);
  queues = new JobQueues(redis.client, runtime);
  jobs = new Jobs(queues, runtime);
});
afterAll(async () => {
  await jobs.beforeApplicationShutdown();
  await queues.onApplicationShutdown();
  await redis.close();
});

const schedulers = (name: string) => queues.of(name).getJobSchedulersCount();

it('a schedule that Redis lost is recreated by the next check, and the job runs', async () => {
  const declared = job(`test-${randomUUID()}`, z.object({}));
  let runs = 0;
  jobs.handle(declared, async () => {
    runs += 1;
  });
  await jobs.schedule(declared, {}, HOUR_MS);
  await expectSoon(async () => runs, 1);
  await redis.client.flushDb();
  expect(await schedulers(declared.name)).toBe(0);
  await jobs.checkSchedules();
  expect(await schedulers(declared.name)).toBe(1);
  expect((await queues.all()).map(({ name }) => name)).toContain(declared.name);
  await expectSoon(async () => runs, 2);
});

it('a schedule that Redis lost is recreated when the connection is restored', async () => {
  const declared = job(`test-${randomUUID()}`, z.object({}));
  await jobs.schedule(declared, {}, HOUR_MS);
  await redis.client.flushDb();
  const back = new Promise((resolve) => redis.client.once('ready', resolve));
  await redis.client.sendCommand(['CLIENT', 'KILL', 'ID', String(await redis.client.clientId()), 'SKIPME', 'no']).catch(() => undefined);
  await back;
  await expectSoon(() => schedulers(declared.name), 1);
});

it('a process that starts while Redis is away does not wait: its workers, schedules and jobs begin when Redis is back', async () => {
  const links = await StoreLinks.open(redis.env);
  links.cut('redis');
  const client: RedisClientType = createClient({ url: links.env.REDIS_URL ?? '', commandOptions: { timeout: 0 } });
  client.on('error', () => undefined);
  const connected = client.connect();
  const own = new Runtime('tests', config);
  const ownQueues = new JobQueues(client, own);
  const started = new Jobs(ownQueues, own);
  const [scheduled, atStart] = [job(`test-${randomUUID()}`, z.object({})), job(`test-${randomUUID()}`, z.object({}))];
  const ran: string[] = [];
  started.handle(scheduled, async () => void ran.push('scheduled'));
  started.handle(atStart, async () => void ran.push('at start'));
  await started.schedule(scheduled, {}, HOUR_MS);
  await started.enqueueAtStart(atStart, {}, 'key');
  await started.checkSchedules();
  expect(ran).toEqual([]);
  links.mend('redis');
  await connected;
  await expectSoon(async () => [...ran].sort(), ['at start', 'scheduled']);
  await started.beforeApplicationShutdown();
  await ownQueues.onApplicationShutdown();
  await client.close();
  await links.close();
});

it('a check of existing schedules changes nothing', async () => {
  const declared = job(`test-${randomUUID()}`, z.object({}));
  await jobs.schedule(declared, {}, HOUR_MS);
  const before = await queues.of(declared.name).getJobScheduler(declared.name);
  for (let look = 0; look < 3; look += 1) await jobs.checkSchedules();
  expect(await queues.of(declared.name).getJobScheduler(declared.name)).toEqual(before);
});

it('a metric shows when a scheduled job last completed', async () => {
  const declared = job(`test-${randomUUID()}`, z.object({}));
  const startedAt = Date.now() / 1000;
  let isDone = false;
  jobs.handle(declared, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    isDone = true;
  });
  await jobs.schedule(declared, {}, HOUR_MS);
  const lastRun = async () => {
    const text = await runtime.metrics.registry.getSingleMetricAsString('parley_job_last_run_timestamp_seconds');
    const line = text.split('\n').find((each) => each.includes(declared.name));
    return Number(line?.split(' ').at(-1));
  };
  const atStart = await lastRun();
  expect(atStart).toBeGreaterThanOrEqual(startedAt);
  await expectSoon(async () => isDone && (await lastRun()) > atStart, true);
});
