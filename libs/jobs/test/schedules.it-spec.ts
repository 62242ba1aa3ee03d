import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { baseConfig, loadConfig, Runtime } from '@parley/runtime';
import { expectSoon, TEST_CALLER_SECRET, type TestRedis, testRedis } from '@parley/testing';
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
