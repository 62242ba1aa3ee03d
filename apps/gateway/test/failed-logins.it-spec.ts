import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, endpoint, text } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { type TestRedis, testRedis } from '@parley/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { type Answer, askOf } from './ask.js';
import { basic, TestInstallation } from './test-installation.js';
import { ANNA, BERT, BOT, CredentialsModule, credentials, GUEST, type KnownUser, sessionChecks } from './test-services.js';

const served = { service: 'messaging', response: {} } as const;
const plain = endpoint({
  ...served,
  name: 'plainForLogins',
  method: 'GET',
  path: '/plain',
  scope: 'read',
  summary: 'Needs a key',
  params: {},
});
const logIn = endpoint({
  ...served,
  name: 'logInForLogins',
  method: 'POST',
  path: '/log-in',
  scope: 'none',
  auth: 'none',
  summary: 'Says whether the password is right',
  rateLimit: 'login',
  params: { username: text(), password: text() },
});
const ENDPOINTS = [plain, logIn];
const RIGHT = 'a secret that is right';

/** Counts password checks. Each takes some time, so that many run at once. */
const checks = { passwords: 0 };

@Controller()
class Answers {
  @Serves(plain) async plain(_: CallOf<typeof plain>) {
    return {};
  }
  @Serves(logIn) async logIn({ params: { password } }: CallOf<typeof logIn>) {
    checks.passwords += 1;
    await delay(20);
    if (password === RIGHT) return {};
    if (password === 'bad request') throw apiErrors.invalidEmailAddress();
    if (password === 'unavailable') throw apiErrors.unavailable();
    if (password === 'disabled') throw apiErrors.passwordLoginDisabled();
    throw apiErrors.authenticationFailed();
  }
}
@Module({ controllers: [Answers] })
class AnswersModule {}

let installation: TestInstallation;
let redis: TestRedis;
let gateways: RunningGateway[];
const logged: { readonly [field: string]: unknown }[] = [];

beforeAll(async () => {
  redis = await testRedis();
  installation = await TestInstallation.open();
  await installation.serve('messaging', AnswersModule);
  await installation.serve('organization', CredentialsModule);
  const env = {
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_ADDRESS: '100000/600',
    RATE_LIMIT_API: '100000/600',
    RATE_LIMIT_LOGIN: '10/600',
    RATE_LIMIT_FAILURES: '20/600',
    ...redis.env,
  };
  gateways = [await installation.gateway(ENDPOINTS, env), await installation.gateway(ENDPOINTS, env)];
  for (const { runtime } of gateways) {
    jest.spyOn(runtime.logger, 'info').mockImplementation(((line: (typeof logged)[number], msg: string) => {
      if (msg === 'failed login') logged.push(line);
    }) as never);
  }
});
afterAll(async () => {
  await installation.close();
  await redis.close();
});
beforeEach(() => {
  checks.passwords = 0;
  logged.length = 0;
});

let requestCount = 0;
let addresses = 0;
const freshAddress = () => `198.51.${100 + Math.floor(++addresses / 250)}.${addresses % 250}`;
/** Uses the gateways in turn. */
function ask(path: string, init: RequestInit, address: string, authorization?: string): Promise<Answer> {
  const gateway = gateways[requestCount++ % gateways.length];
  if (gateway === undefined) throw new Error('no gateway');
  return askOf(gateway, `/api/v1${path}`, init, {
    'x-forwarded-for': address,
    'x-request-id': `request-${requestCount}`,
    ...(authorization === undefined ? {} : { authorization }),
  });
}
const attempt = (username: string, password: string, address: string) =>
  ask('/log-in', { method: 'POST', body: new URLSearchParams({ username, password }) }, address);
const withKey = (user: KnownUser, address: string, key?: string) => ask('/plain', {}, address, basic(user, key));
/** A well-formed key that no account has. */
const wrongKey = (n: number) => String(n).padStart(32, 'w');
const many = <T>(count: number, make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const countOf = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

async function failedLogins(labels: string): Promise<number> {
  const texts = await Promise.all(gateways.map(async ({ managementUrl }) => (await fetch(`${managementUrl}/metrics`)).text()));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.startsWith('parley_failed_logins_total{'));
  return lines.filter((line) => line.includes(labels)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('simultaneous login attempts', () => {
  it('cannot pass the limit of one account, however many there are and from whatever address', async () => {
    const answers = await many(300, () => attempt('parallel@example.com', 'wrong', freshAddress()));
    expect(checks.passwords).toBeLessThanOrEqual(10);
    expect(countOf(answers, 401)).toBe(checks.passwords);
    expect(countOf(answers, 429)).toBe(300 - checks.passwords);
  });

  it('cannot pass the limit of one address, whatever the accounts', async () => {
    const address = freshAddress();
    const answers = await many(100, (n) => attempt(`someone${n}@example.com`, 'wrong', address));
    expect(checks.passwords).toBeLessThanOrEqual(20);
    expect(countOf(answers, 429)).toBe(100 - checks.passwords);
  });

  it('that are refused for their address do not count for the account', async () => {
    const [address, elsewhere] = [freshAddress(), freshAddress()];
    await many(20, (n) => attempt(`other${n}@example.com`, 'wrong', address));
    await many(30, () => attempt('victim@example.com', 'wrong', address));
    expect((await attempt('victim@example.com', RIGHT, elsewhere)).status).toBe(200);
  });
});

describe('login attempts while Redis is unavailable', () => {
  it('are counted by each gateway itself', async () => {
    const alone = await installation.gateway(ENDPOINTS, { RATE_LIMIT_LOGIN: '10/600' });
    const once = (password: string, username = 'alone@example.com') =>
      askOf(alone, '/api/v1/log-in', { method: 'POST', body: new URLSearchParams({ username, password }) }, {});
    expect((await once(RIGHT)).status).toBe(200);
    const answers = await many(50, () => once('wrong'));
    expect(countOf(answers, 401)).toBe(10);
    const refused = await once(RIGHT);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await once(RIGHT, 'another@example.com')).status).toBe(200);
  });
});

describe('login attempts without a wrong password', () => {
  it.each([
    [RIGHT, 200],
    ['bad request', 400],
    ['disabled', 401],
    ['unavailable', 503],
  ])('do not count: %s', async (password, status) => {
    const address = freshAddress();
    const username = `no-fault-${status}@example.com`;
    for (let round = 0; round < 25; round += 1) expect((await attempt(username, password, address)).status).toBe(status);
    expect((await attempt(username, RIGHT, address)).status).toBe(200);
  });
});

describe('wrong API keys', () => {
  it('for an account do not block the right key of the same account at the same address', async () => {
    const address = freshAddress();
    for (let n = 0; n < 30; n += 1) await withKey(ANNA, address, wrongKey(n));
    expect((await withKey(ANNA, address, wrongKey(31))).status).toBe(429);
    expect((await withKey(ANNA, address)).status).toBe(200);
  });

  it('for an account block neither another account at the same address nor logins by password', async () => {
    const address = freshAddress();
    for (let n = 0; n < 30; n += 1) await withKey(ANNA, address, wrongKey(100 + n));
    expect((await withKey(GUEST, address)).status).toBe(200);
    expect((await attempt('same-office@example.com', RIGHT, address)).status).toBe(200);
  });

  it('under changing names are counted by address, and cost few calls; the right key is accepted meanwhile', async () => {
    const address = freshAddress();
    const callsBefore = credentials.calls;
    const flood = many(500, (n) => withKey({ ...BOT, email: `unknown${n}@example.com` }, address, wrongKey(1_000 + n)));
    const right = await many(5, () => withKey(BERT, address));
    expect(countOf(right, 200)).toBe(5);
    const answers = await flood;
    expect(countOf(answers, 401)).toBeLessThanOrEqual(20);
    expect(countOf(answers, 401) + countOf(answers, 429)).toBe(500);
    expect(credentials.calls - callsBefore).toBeLessThan(100);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('of one address do not affect other addresses', async () => {
    const address = freshAddress();
    await many(40, (n) => withKey(ANNA, address, wrongKey(200 + n)));
    expect((await withKey(ANNA, freshAddress(), wrongKey(250))).status).toBe(401);
  });

  it('of an IPv6 network are counted together, as one household has very many addresses', async () => {
    const answers = await many(40, (n) => withKey(ANNA, `2001:db8:1:2::${n + 1}`, wrongKey(300 + n)));
    expect(countOf(answers, 401)).toBeLessThanOrEqual(20);
    expect((await withKey(ANNA, '2001:db8:1:3::1', wrongKey(350))).status).toBe(401);
  });

  it('are distinguished from valid keys of deactivated accounts', async () => {
    const address = freshAddress();
    credentials.deactivated.add(GUEST.userId);
    try {
      await many(40, () => withKey(GUEST, address));
      expect((await withKey(GUEST, address)).body.code).toBe('USER_DEACTIVATED');
    } finally {
      credentials.deactivated.clear();
    }
  });
});

describe('a failed login', () => {
  it('by password is logged with host, address and request, and counted, without the input', async () => {
    const before = await failedLogins('kind="password",reason="AUTHENTICATION_FAILED"');
    const address = freshAddress();
    const answer = await attempt('typed-name@example.com', 'typed-secret', address);
    expect(logged).toEqual([
      {
        kind: 'password',
        reason: 'AUTHENTICATION_FAILED',
        address,
        organization: null,
        requestId: answer.headers.get('x-request-id'),
      },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/typed/);
    expect(await failedLogins('kind="password",reason="AUTHENTICATION_FAILED"')).toBe(before + 1);
  });

  it('by key is logged and counted in the same way', async () => {
    const before = await failedLogins('kind="key",reason="INVALID_API_KEY"');
    const address = freshAddress();
    await withKey(ANNA, address, wrongKey(900));
    expect(logged).toEqual([expect.objectContaining({ kind: 'key', reason: 'INVALID_API_KEY', address, organization: null })]);
    expect(JSON.stringify(logged)).not.toContain(wrongKey(900));
    expect(JSON.stringify(logged)).not.toContain(ANNA.email);
    expect(await failedLogins('kind="key",reason="INVALID_API_KEY"')).toBe(before + 1);
  });

  it('above the limit is counted with the refused requests, and not logged', async () => {
    const address = freshAddress();
    await many(60, (n) => attempt(`lines${n}@example.com`, 'wrong', address));
    expect(logged.length).toBeLessThanOrEqual(20);
  });

  it('is not recorded if the login succeeds', async () => {
    await attempt('fine@example.com', RIGHT, freshAddress());
    await withKey(BERT, freshAddress());
    expect(logged).toEqual([]);
  });
});

describe('tokens of sessions that do not exist', () => {
  it('are checked together and slowly, once their address is above the limit of visitors', async () => {
    const gateway = await installation.gateway(ENDPOINTS, { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_ADDRESS: '20/600', ...redis.env });
    const address = freshAddress();
    const invented = (n: number) =>
      askOf(gateway, '/json/plain', {}, { 'x-forwarded-for': address, cookie: `parley_session=${String(n).padStart(43, 's')}` });
    const first = await invented(0);
    let last = first;
    for (let n = 1; n < 50 && last.status === 401; n += 1) last = await invented(n);
    expect([first.status, last.status]).toEqual([401, 429]);
    sessionChecks.most = 0;
    const answers = await many(40, (n) => invented(100 + n));
    expect(countOf(answers, 401) + countOf(answers, 429)).toBe(40);
    expect(sessionChecks.most).toBe(1);
  });
});
