import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { requestPasswordReset } from '@parley/contracts/organization';
import { Suite } from '../../tools/src/suite/suite.js';
import { Actor } from '../client/actor.js';
import { organizationOf, readDemo } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { Mailbox } from '../client/mailbox.js';
import { ClusterLoad } from './cluster-load.js';
import { summaryInWords } from './ledger.js';
import { RedisSentinels } from './redis/redis-sentinels.js';

const PAUSE_MS = 50;
/** Masters that are lost, one after the other. */
const LOST = process.env.PARLEY_FAULT_MINUTES === undefined ? 1 : 3;
/** Sends that must be acknowledged before and after. */
const SENDS = 20;
/** Deadlines are only for a suite that hangs: this one runs beside others, and machines can be slow. */
const DRAIN_MS = 120_000;
const GOES_ON_MS = 120_000;

// The servers have one port, and addresses of their own: only Linux has more than one address without being set up for it.
const isLinux = process.platform === 'linux';
let redis: RedisSentinels | undefined;
let suite: Suite | undefined;
beforeAll(async () => {
  if (!isLinux) return;
  const directory = join(dirname(dirname(process.env.PARLEY_DEMO_JSON ?? '')), 'redis-sentinel');
  redis = await RedisSentinels.start(join(directory, 'redis'));
  suite = await Suite.start({
    directory,
    reset: true,
    mailbox: true,
    replicas: { 'event-queue': 2 },
    environment: { REDIS_URL: redis.url },
  });
}, 900_000);
afterAll(async () => {
  // `npm test` deletes its folder, and keeps its logs.
  await suite?.stop();
  await redis?.stop();
}, 180_000);

if (!isLinux) it('Sentinels are not tested, because this is not Linux', () => expect(isLinux).toBe(false));
else
  it(
    'the master of Redis is lost under load: Sentinels promote a replica, all processes follow, and no message is lost',
    loseMaster,
    1_200_000,
  );

/** A mail is sent by a job, which a worker takes with a blocking command. */
async function receivesMail({ demoFile, mailboxUrl }: Suite): Promise<void> {
  const demo = readDemo(demoFile);
  const organization = organizationOf(demo, 'demo');
  const email = organization.users.find((user) => !user.is_bot)?.delivery_email ?? '';
  const mailbox = new Mailbox(mailboxUrl);
  const before = await mailbox.mailsTo(email);
  await new Actor(demo.base_url, undefined, organization.host).ok(requestPasswordReset, { email });
  const after = await eventually(
    () => mailbox.mailsTo(email),
    ({ length }) => length > before.length,
    { deadlineMs: GOES_ON_MS },
  );
  expect(after.length).toBeGreaterThan(before.length);
}

async function loseMaster(): Promise<void> {
  if (redis === undefined || suite === undefined) throw new Error('the suite does not run');
  const running = suite;
  const load = new ClusterLoad(readDemo(running.demoFile), PAUSE_MS);
  const acknowledged = () => load.ledger.summary().acked;
  await load.prepare();
  load.start();
  const goesOn = async () => {
    const before = acknowledged();
    return eventually(
      async () => acknowledged() - before,
      (sends) => sends >= SENDS,
      { deadlineMs: GOES_ON_MS },
    );
  };
  expect(await goesOn()).toBeGreaterThanOrEqual(SENDS);
  for (let round = 0; round < LOST; round += 1) {
    const clients = await redis.clientsOfMaster();
    expect(clients).toBeGreaterThan(running.instances.length);
    const { restart } = await redis.killMaster();
    expect(await goesOn()).toBeGreaterThanOrEqual(SENDS);
    // Queues, jobs with their blocking connections, and rate limits: all have connected again.
    const again = await eventually(
      async () => redis?.clientsOfMaster() ?? 0,
      (connected) => connected >= clients,
      { deadlineMs: GOES_ON_MS },
    );
    expect(again).toBeGreaterThanOrEqual(clients);
    await receivesMail(running);
    await restart();
  }
  await load.finish(DRAIN_MS);
  const summary = load.ledger.summary();
  process.stdout.write(`a Redis master lost ${LOST} times, Sentinels promoted a replica: ${summaryInWords(summary)}\n`);
  const { lost, duplicated, reordered, leaked } = summary;
  expect({ lost, duplicated, reordered, leaked, details: load.ledger.details(), failures: load.failures }).toEqual({
    ...{ lost: 0, duplicated: 0, reordered: 0, leaked: 0 },
    details: [],
    failures: [],
  });
}
