import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type JobDeclaration, JobQueues, Jobs, longRetryJob } from '@parley/jobs';
import { baseConfig, loadConfig, Runtime } from '@parley/runtime';
import {
  expectSoon,
  TEST_CALLER_SECRET,
  type TestDatabase,
  type TestRedis,
  type TestSmtp,
  testDatabase,
  testRedis,
  testSmtp,
} from '@parley/testing';
import { z } from 'zod';
import { Mail } from '../src/mail.js';
import { MailJobs } from '../src/mail-jobs.js';
import { mailTemplate } from '../src/mail-template.js';
import { QueuedMails } from '../src/queued-mails.js';
import { SentMails } from '../src/sent-mails.js';

const greeting = mailTemplate<{ name: string }>({ name: 'greeting', subject: ({ name }) => `Hello ${name}`, body: () => ['Hello'] });
const payload = z.object({ to: z.string(), key: z.string() });
const AT_ONCE = { first: 0, next: 0 };
const sender = { organizationId: 1, name: 'Demo', url: 'http://demo.example' };

let postgres: TestDatabase;
let redis: TestRedis;
let smtp: TestSmtp;
let mail: Mail;
let queues: JobQueues;
let jobs: Jobs;
let mailJobs: MailJobs;
let declared: JobDeclaration<z.infer<typeof payload>>;
let to: string;
let key: string;

beforeAll(async () => {
  [postgres, redis, smtp] = await Promise.all([testDatabase(), testRedis(), testSmtp()]);
});
afterAll(async () => {
  await Promise.all([smtp.close(), redis.close(), postgres.close()]);
});
beforeEach(() => {
  const runtime = new Runtime(
    'tests',
    loadConfig(baseConfig, { NATS_URL: 'nats://unused', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' }),
  );
  const options = { smtpUrl: smtp.env.SMTP_URL, from: 'Parley <noreply@demo.example>', domain: 'demo.example' };
  mail = new Mail(options, new SentMails(postgres.database, 60), runtime);
  queues = new JobQueues(redis.client, runtime);
  jobs = new Jobs(queues, runtime);
  mailJobs = new MailJobs(jobs, new QueuedMails(postgres.database), runtime);
  declared = { ...longRetryJob(`test-${randomUUID()}`, payload), firstPauseMs: 10 };
  to = `${randomUUID()}@demo.example`;
  key = randomUUID();
});
afterEach(async () => {
  await jobs.beforeApplicationShutdown();
  await queues.onApplicationShutdown();
  mail.onApplicationShutdown();
});

const send = (request: z.infer<typeof payload>) =>
  mail.send(greeting, { to: request.to, key: request.key, sender, values: { name: 'Zoë' } });
const queued = () => postgres.database.client.queuedMail.count({ where: { job: declared.name } });
const mails = () => smtp.countTo(to);

it('a mail is sent, and its row is deleted', async () => {
  mailJobs.handle(declared, send);
  await mailJobs.enqueue(declared, { to, key }, key);
  await smtp.next(to);
  await expectSoon(queued, 0);
});

it.each(['7', 'user:7'])(
  'a mail with the key %s, which the queue does not accept, is refused before anything is stored',
  async (rejected) => {
    await expect(mailJobs.enqueue(declared, { to, key }, rejected)).rejects.toThrow('cannot be the key of a job');
    expect(await queued()).toBe(0);
  },
);

it('another mail may have the key of one that was sent, as after PostgreSQL was restored', async () => {
  mailJobs.handle(declared, send);
  await mailJobs.enqueue(declared, { to, key }, key);
  await smtp.next(to);
  await expectSoon(queued, 0);
  await mailJobs.enqueue(declared, { to, key: randomUUID() }, key);
  await smtp.next(to);
  await expectSoon(queued, 0);
});

it('a mail that Redis lost is sent once, despite several sweeps', async () => {
  await mailJobs.enqueue(declared, { to, key }, key);
  await redis.client.flushDb();
  mailJobs.handle(declared, send);
  expect(mails()).toBe(0);
  for (let look = 0; look < 3; look += 1) await mailJobs.sweep(AT_ONCE);
  await smtp.next(to);
  await expectSoon(queued, 0);
  for (let look = 0; look < 3; look += 1) await mailJobs.sweep(AT_ONCE);
  expect(mails()).toBe(1);
});

it('a mail that Redis lost between its attempts is sent once', async () => {
  let isServerAway = true;
  let tries = 0;
  mailJobs.handle(declared, async (request) => {
    tries += 1;
    if (isServerAway) throw new Error('the mail server is away');
    await send(request);
  });
  await mailJobs.enqueue(declared, { to, key }, key);
  await expectSoon(async () => tries > 1, true);
  await redis.client.flushDb();
  isServerAway = false;
  await expectSoon(async () => {
    await mailJobs.sweep(AT_ONCE);
    return queued();
  }, 0);
  expect(mails()).toBe(1);
});

it('a mail whose job Redis knows is not enqueued again before its time', async () => {
  await mailJobs.enqueue(declared, { to, key }, key);
  await redis.client.flushDb();
  mailJobs.handle(declared, send);
  await mailJobs.sweep({ first: 3600, next: 3600 });
  expect(await queues.of(declared.name).getJob(key)).toBeUndefined();
});

describe('a mail that a change causes', () => {
  /** A change of the event log, as far as mails know it. The actions run if `commits`. */
  async function change(commits: boolean, work: (change: Parameters<MailJobs['enqueueWith']>[0]) => Promise<void>): Promise<void> {
    const actions: (() => void)[] = [];
    await postgres.database
      .transaction(async (tx) => {
        await work({ tx, log: { afterCommit: (action) => actions.push(action) } });
        if (!commits) throw new Error('rolled back');
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: 'rolled back' }));
    if (commits) for (const act of actions) act();
  }
  const jobOf = (name: string) => queues.of(declared.name).getJob(name);

  it('is enqueued after its commit, without a sweep', async () => {
    const other = randomUUID();
    mailJobs.handle(declared, send);
    await change(true, (made) =>
      mailJobs.enqueueWith(
        made,
        declared,
        [key, other].map((each) => ({ payload: { to, key: each }, key: each })),
      ),
    );
    await smtp.next(to);
    await smtp.next(to);
    await expectSoon(queued, 0);
  });

  it('is not enqueued if the change is rolled back', async () => {
    await change(false, (made) => mailJobs.enqueueWith(made, declared, [{ payload: { to, key }, key }]));
    await mailJobs.sweep(AT_ONCE);
    expect([await queued(), await jobOf(key)]).toEqual([0, undefined]);
  });

  it('is enqueued by another process if its own died right after the commit', async () => {
    // The process dies before it runs what follows the commit.
    await postgres.database.transaction((tx) =>
      mailJobs.enqueueWith({ tx, log: { afterCommit: () => undefined } }, declared, [{ payload: { to, key }, key }]),
    );
    mailJobs.handle(declared, send);
    await mailJobs.sweep({ first: 3600, next: 0 });
    expect(await jobOf(key)).toBeUndefined();
    await mailJobs.sweep({ first: 0, next: 3600 });
    await smtp.next(to);
    await expectSoon(queued, 0);
    expect(mails()).toBe(1);
  });

  it('is enqueued again only after the longer delay, once a sweep has enqueued it', async () => {
    const enqueuedAt = async () => (await postgres.database.client.queuedMail.findFirstOrThrow({ where: { key } })).enqueuedAt.getTime();
    await change(true, (made) => mailJobs.enqueueWith(made, declared, [{ payload: { to, key }, key }]));
    mailJobs.handle({ ...declared, name: declared.name, attempts: 1, firstPauseMs: 1 }, () => Promise.reject(new Error('no server')));
    await mailJobs.sweep(AT_ONCE);
    const swept = await enqueuedAt();
    await mailJobs.sweep({ first: 0, next: 3600 });
    expect(await enqueuedAt()).toBe(swept);
    await mailJobs.sweep(AT_ONCE);
    expect(await enqueuedAt()).toBeGreaterThan(swept);
  });

  it('is sent once if it is enqueued twice', async () => {
    for (let time = 0; time < 2; time += 1) {
      await change(true, (made) => mailJobs.enqueueWith(made, declared, [{ payload: { to, key }, key }]));
      for (let look = 0; look < 2; look += 1) await mailJobs.sweep(AT_ONCE);
    }
    mailJobs.handle(declared, send);
    await smtp.next(to);
    await expectSoon(queued, 0);
    expect(mails()).toBe(1);
  });
});
