import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JobQueues, Jobs, job } from '@parley/jobs';
import { loadConfig, Runtime } from '@parley/runtime';
import { expectSoon } from '@parley/testing';
import { z } from 'zod';
import { adminConfig } from '../src/config.js';
import { OperatedSuite } from './operated-suite.js';

const deliver = { ...job('tests-deliver', z.object({ organizationId: z.int(), to: z.string() })), attempts: 2, firstPauseMs: 1 };

let suite: OperatedSuite;
let queues: JobQueues;
let jobs: Jobs;
let isBroken: boolean;
const delivered: string[] = [];

beforeAll(async () => {
  suite = await OperatedSuite.open('invitations');
  const runtime = new Runtime('tests', loadConfig(adminConfig, { ...suite.environment, LOG_LEVEL: 'silent' }));
  queues = new JobQueues(suite.stores.redis.client, runtime);
  jobs = new Jobs(queues, runtime);
  jobs.handle(deliver, async ({ to }) => {
    if (isBroken) throw new Error(`no mail for ${to}\n  at the post office`);
    delivered.push(to);
  });
}, 60_000);
afterAll(async () => {
  await jobs.beforeApplicationShutdown();
  await queues.onApplicationShutdown();
  await suite.close();
});

describe('dead jobs', () => {
  it('do not exist at first', async () => {
    await expectSoon(() => done('list-dead-jobs', '--json'), expect.stringContaining('tests-deliver'));
    expect(await done('list-dead-jobs')).toMatch(/^No dead jobs in \d+ queues\.\nqueue +job id +died/);
    expect(await done('retry-dead-jobs')).toBe('0 queued again.\n');
  });

  it('are listed as text and as JSON', async () => {
    await die('ann@acme.example', 'mail-1');
    expect(await done('list-dead-jobs')).toMatch(
      /^1 dead: tests-deliver: 1\.\n.*\ntests-deliver +mail-1 +\d+ \w+ ago +2 +\{"organizationId":7,"to":"\(hidden\)"\} +no mail for \(hidden\)\n$/,
    );
    expect(JSON.parse(await done('list-dead-jobs', '--json'))).toMatchObject({
      count: 1,
      jobs: [{ queue: 'tests-deliver', job_id: 'mail-1', attempts: 2, died_at: expect.stringMatching(/^\d{4}-.*Z$/) }],
    });
  });

  it('can be retried one by one, and only once', async () => {
    isBroken = false;
    expect(await done('retry-dead-job', 'tests-deliver', 'mail-1')).toBe('mail-1 of tests-deliver was queued again.\n');
    expect(await suite.run('retry-dead-job', 'tests-deliver', 'mail-1')).toEqual({
      exitCode: 1,
      out: '',
      error: 'There is no dead job "mail-1" in tests-deliver.\n',
    });
    await expectSoon(async () => delivered, ['ann@acme.example']);
  });

  it('can be retried all together', async () => {
    await die('bob@acme.example', 'mail-2');
    await die('cid@acme.example', 'mail-3');
    isBroken = false;
    expect(await done('retry-dead-jobs')).toBe('2 queued again.\n');
    await expectSoon(async () => delivered.toSorted(), ['ann@acme.example', 'bob@acme.example', 'cid@acme.example']);
  });
});

async function done(...argv: readonly string[]): Promise<string> {
  const outcome = await suite.run(...argv);
  expect(outcome).toMatchObject({ exitCode: 0, error: '' });
  return outcome.out;
}

async function die(to: string, key: string): Promise<void> {
  isBroken = true;
  await jobs.enqueue(deliver, { organizationId: 7, to }, key);
  await expectSoon(
    async () =>
      queues
        .of(deliver.name)
        .getJob(key)
        .then((found) => found?.finishedOn !== undefined),
    true,
  );
}
