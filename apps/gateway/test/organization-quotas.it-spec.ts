import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { type Caller, type CallOf, endpoint } from '@parley/contracts';
import { callersChanged } from '@parley/contracts/organization';
import { Bus, NatsLink, Serves } from '@parley/rpc';
import { expectSoon, type TestRedis, testRedis } from '@parley/testing';
import { askOf } from './ask.js';
import { basic, TestInstallation } from './test-installation.js';
import { ANNA, BERT, CredentialsModule, credentials, EchoModule, GUEST, type KnownUser, uploads } from './test-services.js';

const served = { service: 'messaging', response: {}, params: {} } as const;
const plain = endpoint({ ...served, name: 'plainForQuotas', method: 'GET', path: '/plain', scope: 'read', summary: 'Counted as api' });
const register = endpoint({
  ...served,
  name: 'registerForQuotas',
  method: 'POST',
  path: '/register',
  scope: 'read',
  summary: 'Counted as register',
  rateLimit: 'register',
});

@Controller()
class Answers {
  @Serves(plain) async plain(_: CallOf<typeof plain>) {
    return {};
  }
  @Serves(register) async register(_: CallOf<typeof register>) {
    return {};
  }
}

@Module({ controllers: [Answers] })
class AnswersModule {}

let installation: TestInstallation;
let redis: TestRedis;
let gateways: Awaited<ReturnType<TestInstallation['gateway']>>[];

beforeAll(async () => {
  redis = await testRedis();
  installation = await TestInstallation.open();
  await installation.serve('messaging', AnswersModule);
  await installation.serve('messaging', EchoModule);
  await installation.serve('organization', CredentialsModule);
  gateways = [await installation.gateway([plain, register], redis.env), await installation.gateway([plain, register], redis.env)];
});
afterAll(async () => {
  await installation.close();
  await redis.close();
});

let organizations = 100;
let home = 0;
/** Anna and Bert are in one organization, the guest is in another one, which has the same quotas. */
async function give(quotas: Caller['quotas']): Promise<void> {
  const other = home + 1;
  for (const { userId } of [ANNA, BERT])
    credentials.others.set(userId, { organizationId: home, ...(quotas === undefined ? {} : { quotas }) });
  credentials.others.set(GUEST.userId, { organizationId: other, ...(quotas === undefined ? {} : { quotas }) });
  // Messages of one connection arrive in order: when the last one is here, those before it have been handled.
  let received = 0;
  const listening = gateways.map(({ app }) =>
    app.get(Bus).subscribe(callersChanged, () => {
      received += 1;
    }),
  );
  await Promise.all(gateways.map(({ app }) => app.get(NatsLink).connection.flush()));
  // They were in other organizations before.
  const changed = [home - 2, home - 1, home, other, 0];
  for (const organizationId of changed) installation.nats.bus.publish(callersChanged, { organizationId, userIds: null });
  await expectSoon(async () => received, changed.length * gateways.length);
  for (const stop of listening) stop();
}
beforeEach(() => {
  organizations += 2;
  home = organizations;
});

let asked = 0;
/** Uses the gateways in turn. */
function ask(who: KnownUser, path: string, init: RequestInit = {}) {
  asked += 1;
  const gateway = gateways[asked % gateways.length];
  if (gateway === undefined) throw new Error('no gateway');
  return askOf(gateway, path, init, { authorization: basic(who) });
}
const get = (who: KnownUser) => ask(who, '/api/v1/plain');
const registers = (who: KnownUser) => ask(who, '/api/v1/register', { method: 'POST' });

/** Asks until one is refused, in bursts, because tokens come back while the test runs. Returns the refusal. */
async function refusalOf(once: () => ReturnType<typeof ask>) {
  for (let burst = 0; burst < 50; burst += 1) {
    const refused = (await Promise.all(Array.from({ length: 40 }, once))).find(({ status }) => status !== 200);
    if (refused !== undefined) return refused;
  }
  throw new Error('nothing was refused');
}

describe('the quota of requests of an organization', () => {
  it('is shared by its people and by all gateways, and does not touch another organization', async () => {
    await give({ 'requests-per-second': 3 });
    expect((await get(ANNA)).status).toBe(200);
    await refusalOf(() => get(ANNA));
    const refused = await refusalOf(() => get(BERT));
    expect(refused).toMatchObject({
      status: 429,
      body: {
        result: 'error',
        code: 'RATE_LIMIT_HIT',
        msg: 'Your organization makes more requests than its quota allows.',
        quota: 'requests-per-second',
        limit: 3,
        'retry-after': expect.any(Number),
      },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await get(GUEST)).status).toBe(200);
  });

  it('admits at most what it says, however many ask at once', async () => {
    await give({ 'requests-per-second': 2 });
    const startedAt = Date.now();
    const answers = await Promise.all(Array.from({ length: 60 }, () => get(ANNA)));
    const admitted = answers.filter(({ status }) => status === 200).length;
    expect(admitted).toBeGreaterThan(0);
    expect(admitted).toBeLessThanOrEqual(2 + Math.ceil(((Date.now() - startedAt) / 1000) * 2));
  });

  it('takes nothing from the limit of a person who is refused', async () => {
    await give({ 'requests-per-second': 1 });
    const remaining = async () => {
      for (;;) {
        const { status, headers } = await get(BERT);
        if (status === 200) return Number(headers.get('x-ratelimit-remaining'));
      }
    };
    const before = await remaining();
    await refusalOf(() => get(BERT));
    await give(undefined);
    // The admitted ones of the bursts count. Forty refused ones would show.
    expect(await remaining()).toBeGreaterThan(before - 35);
  });

  it('counts downloads', async () => {
    await give({ 'requests-per-second': 1 });
    uploads.clear();
    const refused = await refusalOf(() => ask(ANNA, `/user_uploads/${home}/x/none.txt`));
    // Unknown files are answered 404 until the quota refuses.
    const last = refused.status === 404 ? await until429(() => ask(ANNA, `/user_uploads/${home}/x/none.txt`)) : refused;
    expect(last.body).toMatchObject({ quota: 'requests-per-second' });
  });

  it('ends when the operator raises it', async () => {
    await give({ 'requests-per-second': 1 });
    await refusalOf(() => get(ANNA));
    await give({ 'requests-per-second': 100_000 });
    await expectAll(200, () => get(ANNA));
    await give(undefined);
    await expectAll(200, () => get(ANNA));
  });
});

async function until429(once: () => ReturnType<typeof ask>) {
  for (;;) {
    const answer = await once();
    if (answer.status === 429) return answer;
  }
}

async function expectAll(status: number, once: () => ReturnType<typeof ask>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 10 }, once));
  expect(answers.filter((answer) => answer.status !== status).map(({ body }) => body)).toEqual([]);
}

describe('the quota of registrations of an organization', () => {
  it('is shared by its people and by all gateways, and leaves other requests and other organizations alone', async () => {
    await give({ 'registrations-per-minute': 2 });
    expect([(await registers(ANNA)).status, (await registers(BERT)).status]).toEqual([200, 200]);
    const refused = await refusalOf(() => registers(BERT));
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMIT_HIT', quota: 'registrations-per-minute', limit: 2, 'retry-after': expect.any(Number) },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get(BERT)).status).toBe(200);
    expect((await registers(GUEST)).status).toBe(200);
    await give({ 'registrations-per-minute': 10_000 });
    expect((await registers(ANNA)).status).toBe(200);
  });
});
