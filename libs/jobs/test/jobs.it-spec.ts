import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { baseConfig, currentSpan, loadConfig, PermanentError, Runtime, runInSpan } from '@parley/runtime';
import { RecordedSpans, TEST_CALLER_SECRET, type TestRedis, testRedis } from '@parley/testing';
import type { Queue } from 'bullmq';
import { z } from 'zod';
import { JobQueues } from '../src/job-queues.js';
import { type JobDeclaration, Jobs, job, longRetryJob } from '../src/jobs.js';

const config = loadConfig(baseConfig, { NATS_URL: 'nats://unused', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' });
const payload = z.object({ word: z.string() });
let redis: TestRedis;
let queues: JobQueues;
let jobs: Jobs;
let declared: JobDeclaration<{ word: string }>;
let queue: Queue;

beforeAll(async () => {
  redis = await testRedis();
});
afterAll(() => redis.close());
beforeEach(() => {
  const runtime = new Runtime('tests', config);
  queues = new JobQueues(redis.client, runtime);
  jobs = new Jobs(queues, runtime);
  declared = { ...job(`test-${randomUUID()}`, payload), firstPauseMs: 10 };
  queue = queues.of(declared.name);
});

async function settled(key: string) {
  for (;;) {
    const state = await queue.getJobState(key);
    if (state === 'completed' || state === 'failed') {
      // Read after it has settled. Before that, the attempts are still being counted.
      const found = await queue.getJob(key);
      return { state, attempts: found?.attemptsMade, reason: found?.failedReason };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function close() {
  await jobs.beforeApplicationShutdown();
  await queues.onApplicationShutdown();
}

describe('a job', () => {
  it('runs once if it is enqueued several times with the same key', async () => {
    const done: string[] = [];
    for (let time = 0; time < 3; time += 1) await jobs.enqueue(declared, { word: 'once' }, 'a-key');
    jobs.handle(declared, async ({ word }) => void done.push(word));
    expect(await settled('a-key')).toMatchObject({ state: 'completed', attempts: 1 });
    expect(done).toEqual(['once']);
    await close();
  });

  it('is part of the trace of the work that enqueued it', async () => {
    const recorded = new RecordedSpans();
    const traced = { ...config, OTEL_TRACES_EXPORTER: 'otlp' as const };
    const runtime = await Runtime.start('tests', traced, recorded);
    jobs = new Jobs(queues, runtime);
    const span = runtime.tracing?.start('work', { requestId: 'the-request' });
    await runInSpan(span, () => jobs.enqueue(declared, { word: 'traced' }, 'traced'));
    const words: unknown[] = [];
    jobs.handle(declared, async ({ word }) => void words.push(word, currentSpan()?.traceId, currentSpan()?.requestId));
    expect(await settled('traced')).toMatchObject({ state: 'completed' });
    expect(words).toEqual(['traced', span?.traceId, 'the-request']);
    expect(recorded.ofTrace(span?.traceId ?? '').map(({ name }) => name)).toEqual([`enqueue ${declared.name}`, `job ${declared.name}`]);
    await close();
  });

  it.each(['7', '-7', 'user:7'])('cannot have the key %s', async (key) => {
    await expect(jobs.enqueue(declared, { word: 'never' }, key)).rejects.toThrow('cannot be the key of a job');
  });

  it('is retried after a failure', async () => {
    let times = 0;
    jobs.handle(declared, async () => {
      times += 1;
      if (times < 3) throw new Error('not yet');
    });
    await jobs.enqueue(declared, { word: 'again' }, 'a-key');
    expect(await settled('a-key')).toMatchObject({ state: 'completed', attempts: 3 });
    await close();
  });

  it('is not retried after a PermanentError, and is kept', async () => {
    jobs.handle(declared, async () => {
      throw new PermanentError('unknown address');
    });
    await jobs.enqueue(declared, { word: 'never' }, 'a-key');
    expect(await settled('a-key')).toEqual({ state: 'failed', attempts: 1, reason: 'unknown address' });
    await close();
  });

  it('with a payload of another version, which does not parse, is not retried, and is kept', async () => {
    jobs.handle(declared, async () => undefined);
    await queue.add(declared.name, { letter: 'x' }, { jobId: 'a-key', attempts: 5 });
    expect(await settled('a-key')).toMatchObject({ state: 'failed', attempts: 1 });
    await close();
  });

  it('that needs an external server is attempted ten times', () => {
    expect(longRetryJob('mail', payload)).toMatchObject({ attempts: 10, firstPauseMs: 5_000 });
  });
});
