import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { baseConfig, loadConfig, Runtime } from '@parley/runtime';
import { expectSoon, TEST_CALLER_SECRET, type TestRedis, testRedis } from '@parley/testing';
import { z } from 'zod';
import { DeadJobs } from '../src/dead-jobs.js';
import { JobQueues } from '../src/job-queues.js';
import { Jobs, job } from '../src/jobs.js';

const FAST = { attempts: 3, firstPauseMs: 1 };
const deliver = { ...job('tests-deliver', z.object({ organizationId: z.int(), to: z.string() })), ...FAST };
const count = { ...job('tests-count', z.object({ upTo: z.int() })), ...FAST };

let redis: TestRedis;
let replicas: Replica[];
beforeEach(async () => {
  redis = await testRedis();
  replicas = [];
});
afterEach(async () => {
  for (const replica of replicas) await replica.stop();
  await redis.close();
});

describe('a job that failed permanently', () => {
  it('had all its attempts, is kept, and is listed without the texts of its payload', async () => {
    const replica = await brokenReplica();
    const { jobs, dead } = replica;
    await jobs.enqueue(deliver, { organizationId: 7, to: 'ann@acme.example' }, 'mail-1');
    await expectSoon(async () => (await dead.list(10)).length, 1);
    expect(replica.runs).toBe(3);
    expect(await dead.list(10)).toEqual([
      {
        queue: 'tests-deliver',
        id: 'mail-1',
        payload: { organizationId: 7, to: '(hidden)' },
        reason: 'no mail for (hidden)',
        attempts: 3,
        diedAtMs: expect.any(Number),
      },
    ]);
    expect(Object.fromEntries(await dead.count())).toMatchObject({ 'tests-deliver': 1 });
  });

  it('is retried with all its attempts, and completes', async () => {
    const replica = await brokenReplica();
    const { jobs, dead } = replica;
    await jobs.enqueue(deliver, { organizationId: 7, to: 'ann@acme.example' }, 'mail-1');
    await expectSoon(async () => (await dead.list(10)).length, 1);
    // It fails twice more before it works: it would be dead again if its earlier attempts counted.
    replica.worksFrom = 6;
    expect(await dead.retry('tests-deliver', 'mail-1')).toBe(true);
    await expectSoon(async () => replica.done, ['ann@acme.example']);
    expect(await dead.list(10)).toEqual([]);
  });

  it('retried twice at the same time, runs once', async () => {
    const replica = await brokenReplica();
    const { jobs, dead } = replica;
    await jobs.enqueue(deliver, { organizationId: 7, to: 'ann@acme.example' }, 'mail-1');
    await expectSoon(async () => (await dead.list(10)).length, 1);
    replica.worksFrom = 0;
    const results = await Promise.all([dead.retry('tests-deliver', 'mail-1'), dead.retry('tests-deliver', 'mail-1')]);
    expect(results.sort()).toEqual([false, true]);
    await expectSoon(async () => replica.done, ['ann@acme.example']);
    expect(await dead.retry('tests-deliver', 'mail-1')).toBe(false);
    await jobs.enqueue(deliver, { organizationId: 7, to: 'bob@acme.example' }, 'mail-2');
    await expectSoon(async () => replica.done, ['ann@acme.example', 'bob@acme.example']);
  });

  it('is counted in the metrics until it is retried', async () => {
    const replica = await brokenReplica();
    const { jobs, dead, runtime } = replica;
    await jobs.enqueue(deliver, { organizationId: 7, to: 'ann@acme.example' }, 'mail-1');
    await expectSoon(async () => deadOf(await runtime.metrics.registry.metrics()), 1);
    replica.worksFrom = 0;
    await dead.retry('tests-deliver', 'mail-1');
    await expectSoon(async () => deadOf(await runtime.metrics.registry.metrics()), 0);
  });

  it('because of an unreadable payload is not attempted again', async () => {
    const { queues, dead } = await brokenReplica();
    await queues.of(deliver.name).add(deliver.name, { organizationId: 'seven' }, { attempts: 3, jobId: 'odd' });
    await expectSoon(async () => (await dead.list(10)).length, 1);
    expect(await dead.list(10)).toMatchObject([{ id: 'odd', attempts: 1, reason: expect.stringContaining('the payload does not parse') }]);
  });
});

describe('all dead jobs', () => {
  it('of all services are listed, the newest first, up to the limit', async () => {
    const { jobs, dead } = await brokenReplica();
    for (const key of ['a', 'b', 'c']) {
      await jobs.enqueue(deliver, { organizationId: 7, to: 'ann@acme.example' }, key);
      await expectSoon(async () => (await dead.list(1))[0]?.id, key);
    }
    await jobs.enqueue(count, { upTo: 9 }, 'nine');
    await expectSoon(async () => (await dead.list(1))[0], expect.objectContaining({ queue: 'tests-count', payload: { upTo: 9 } }));
    expect((await dead.list(3)).map(({ id }) => id)).toEqual(['nine', 'c', 'b']);
  });

  it('are retried together, up to a limit', async () => {
    const replica = await brokenReplica();
    const { jobs, dead } = replica;
    for (const key of ['a', 'b', 'c']) await jobs.enqueue(deliver, { organizationId: 7, to: `${key}@acme.example` }, key);
    await jobs.enqueue(count, { upTo: 9 }, 'nine');
    await expectSoon(async () => (await dead.list(10)).length, 4);
    replica.worksFrom = 0;
    expect(await dead.retryAll(2)).toBe(2);
    expect(await dead.retryAll(10)).toBe(2);
    await expectSoon(async () => replica.done.length, 3);
    expect(await dead.list(10)).toEqual([]);
    expect(await dead.retryAll(10)).toBe(0);
  });

  it('are visible to a process that serves none of them', async () => {
    const { jobs } = await brokenReplica();
    await jobs.enqueue(deliver, { organizationId: 7, to: 'ann@acme.example' }, 'mail-1');
    const onlooker = new Replica();
    replicas.push(onlooker);
    await expectSoon(async () => (await onlooker.dead.list(10)).map(({ id }) => id), ['mail-1']);
  });

  it('are not found for an unknown queue or id', async () => {
    const { dead } = await brokenReplica();
    expect(await dead.retry('tests-deliver', 'nobody')).toBe(false);
    expect(await dead.retry('no-such-queue', 'nobody')).toBe(false);
    expect([...(await dead.count()).keys()]).not.toContain('no-such-queue');
  });
});

it('a dead scheduled job that is retried remains scheduled once', async () => {
  const replica = await brokenReplica();
  const { jobs, dead, queues } = replica;
  const HOUR_MS = 3_600_000;
  await jobs.schedule(deliver, { organizationId: 7, to: 'all@acme.example' }, HOUR_MS);
  await expectSoon(async () => (await dead.list(10)).length, 1);
  replica.worksFrom = 0;
  expect(await dead.retryAll(10)).toBe(1);
  await expectSoon(async () => replica.done, ['all@acme.example']);
  expect(await queues.of(deliver.name).getJobSchedulersCount()).toBe(1);
  expect(await queues.of(deliver.name).getDelayedCount()).toBe(1);
});

it('a running job is finished before its process stops', async () => {
  const replica = new Replica();
  replicas.push(replica);
  const gate = new EventEmitter();
  let isTaken = false;
  replica.jobs.handle(deliver, async () => {
    isTaken = true;
    await once(gate, 'open');
  });
  await replica.jobs.enqueue(deliver, { organizationId: 7, to: 'ann@acme.example' }, 'mail-1');
  await expectSoon(async () => isTaken, true);
  const stopped = replica.jobs.beforeApplicationShutdown();
  gate.emit('open');
  await stopped;
  expect(await replica.queues.of(deliver.name).getCompletedCount()).toBe(1);
});

/** A process with jobs. Its work fails until it has been attempted `worksFrom` times. */
class Replica {
  readonly runtime = new Runtime(
    'tests',
    loadConfig(baseConfig, { NATS_URL: 'nats://unused', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' }),
  );
  readonly queues = new JobQueues(redis.client, this.runtime);
  readonly jobs = new Jobs(this.queues, this.runtime);
  readonly dead = new DeadJobs(this.queues);
  readonly done: string[] = [];
  worksFrom = Number.POSITIVE_INFINITY;
  runs = 0;

  serve(): void {
    this.jobs.handle(deliver, async ({ to }) => {
      this.tryIt(`no mail for ${to}`);
      this.done.push(to);
    });
    this.jobs.handle(count, async () => this.tryIt('cannot count'));
  }

  async stop(): Promise<void> {
    await this.jobs.beforeApplicationShutdown();
    await this.queues.onApplicationShutdown();
  }

  private tryIt(reason: string): void {
    this.runs += 1;
    if (this.runs < this.worksFrom) throw new Error(reason);
  }
}

async function brokenReplica(): Promise<Replica> {
  const replica = new Replica();
  replicas.push(replica);
  replica.serve();
  await expectSoon(async () => (await replica.queues.all()).length, 2);
  return replica;
}

function deadOf(metrics: string): number {
  return Number(/^parley_dead_jobs\{job="tests-deliver".*\} (\d+)$/m.exec(metrics)?.[1]);
}
