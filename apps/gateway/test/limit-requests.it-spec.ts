import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, bool, type CallOf, endpoint, text } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { type TestRedis, testRedis } from '@parley/testing';
import { z } from 'zod';
import { askOf } from './ask.js';
import { basic, TestInstallation } from './test-installation.js';
import { ANNA, BERT, CredentialsModule, EchoModule, GUEST } from './test-services.js';

const served = { service: 'messaging', response: {} } as const;
const plain = endpoint({
  ...served,
  name: 'plainForLimits',
  method: 'GET',
  path: '/plain',
  scope: 'read',
  summary: 'Counted as api',
  params: {},
});
const send = endpoint({
  ...served,
  name: 'sendForLimits',
  method: 'POST',
  path: '/send',
  scope: 'read',
  summary: 'A send',
  rateLimit: 'sends',
  params: {},
});
const render = endpoint({
  ...served,
  name: 'renderForLimits',
  method: 'POST',
  path: '/render',
  scope: 'read',
  summary: 'Renders a text',
  rateLimit: 'register',
  rendersText: 'content',
  params: { content: text() },
});
const open = endpoint({
  ...served,
  name: 'openForLimits',
  method: 'GET',
  path: '/open',
  scope: 'none',
  auth: 'none',
  summary: 'For all',
  params: {},
});
const logIn = endpoint({
  ...served,
  name: 'logInForLimits',
  method: 'POST',
  path: '/log-in',
  scope: 'none',
  auth: 'none',
  summary: 'Says whether the password is right',
  rateLimit: 'login',
  params: { username: text(), right: bool().default(false) },
});
const mail = endpoint({
  ...served,
  name: 'mailForLimits',
  method: 'POST',
  path: '/mail',
  scope: 'none',
  auth: 'none',
  summary: 'Sends a mail',
  rateLimit: 'mails',
  params: { email: text() },
});

const prove = endpoint({
  ...served,
  name: 'proveForLimits',
  method: 'POST',
  path: '/prove',
  scope: 'none',
  auth: 'none',
  summary: 'Takes the link of a mail',
  provesMailbox: true,
  params: { email: text() },
  response: { email: z.string() },
});

@Controller()
class Answers {
  @Serves(plain) async plain(_: CallOf<typeof plain>) {
    return {};
  }
  @Serves(send) async send(_: CallOf<typeof send>) {
    return {};
  }
  @Serves(render) async render(_: CallOf<typeof render>) {
    return {};
  }
  @Serves(open) async open(_: CallOf<typeof open>) {
    return {};
  }
  @Serves(mail) async mail(_: CallOf<typeof mail>) {
    return {};
  }
  @Serves(prove) async prove({ params }: CallOf<typeof prove>) {
    return params;
  }
  @Serves(logIn) async logIn({ params }: CallOf<typeof logIn>) {
    if (!params.right) throw apiErrors.authenticationFailed();
    return {};
  }
}

@Module({ controllers: [Answers] })
class AnswersModule {}

const LIMITS = {
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_API: '3/600',
  RATE_LIMIT_SENDS: '2/600',
  RATE_LIMIT_REGISTER: '9/600',
  RATE_LIMIT_ADDRESS: '4/600',
  RATE_LIMIT_FILES: '2/600',
  RATE_LIMIT_LOGIN: '2/600',
  RATE_LIMIT_FAILURES: '3/600',
  RATE_LIMIT_MAILS: '3/600',
  RATE_LIMIT_MAILBOX: '2/600',
};
const ENDPOINTS = [plain, send, render, open, logIn, mail, prove];

let installation: TestInstallation;
let redis: TestRedis;
let gateways: Awaited<ReturnType<TestInstallation['gateway']>>[];

beforeAll(async () => {
  redis = await testRedis();
  installation = await TestInstallation.open();
  await installation.serve('messaging', AnswersModule);
  await installation.serve('messaging', EchoModule);
  await installation.serve('organization', CredentialsModule);
  const limited = () => installation.gateway(ENDPOINTS, { ...LIMITS, ...redis.env });
  gateways = [await limited(), await limited()];
});
afterAll(async () => {
  await installation.close();
  await redis.close();
});

let requestCount = 0;
/** Uses the gateways in turn. */
function ask(path: string, init: RequestInit = {}, headers: Record<string, string> = {}) {
  requestCount += 1;
  const gateway = gateways[requestCount % gateways.length];
  if (gateway === undefined) throw new Error('no gateway');
  return askOf(gateway, path.startsWith('/user_') || path.startsWith('/avatar') ? path : `/api/v1${path}`, init, headers);
}
const as = (user: typeof ANNA, key?: string) => ({ authorization: basic(user, key) });
const from = (address: string) => ({ 'x-forwarded-for': address });

async function statuses(count: number, once: () => ReturnType<typeof ask>): Promise<number[]> {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await once()).status);
  return seen;
}

describe('requests of one person', () => {
  it('are counted by all gateways together, reported in headers, and refused above the limit until there is room again', async () => {
    const first = await ask('/plain', {}, as(ANNA));
    expect([first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual(['3', '2']);
    const reset = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect(reset).toBeGreaterThan(190);
    expect(reset).toBeLessThanOrEqual(202);
    expect(await statuses(2, () => ask('/plain', {}, as(ANNA)))).toEqual([200, 200]);
    const refused = await ask('/plain', {}, as(ANNA));
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      result: 'error',
      code: 'RATE_LIMIT_HIT',
      msg: 'API usage exceeded rate limit',
      'retry-after': expect.any(Number),
    });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBe(Math.ceil(Number(refused.body['retry-after'])));
    expect(seconds).toBeGreaterThan(190);
    expect(seconds).toBeLessThanOrEqual(200);
  });

  it('do not count for another person', async () => {
    expect((await ask('/plain', {}, as(BERT))).headers.get('x-ratelimit-remaining')).toBe('2');
  });

  it('are counted by kind', async () => {
    expect(await statuses(3, () => ask('/plain', {}, as(GUEST)))).toEqual([200, 200, 200]);
    expect(await statuses(3, () => ask('/send', { method: 'POST' }, as(GUEST)))).toEqual([200, 200, 429]);
  });

  it('get room again at the rate of the limit', async () => {
    const [key] = await redis.client.keys('*user:1:1:api*');
    if (key === undefined) throw new Error('nothing was counted');
    const full = Number(await redis.client.get(key));
    await redis.client.set(key, String(full - 200_000), { expiration: 'KEEPTTL' });
    expect(await statuses(2, () => ask('/plain', {}, as(ANNA)))).toEqual([200, 429]);
  });
});

describe('long texts', () => {
  it('count as one more request for each 2,000 characters', async () => {
    const left = async (length: number) => {
      const body = new URLSearchParams({ content: 'x'.repeat(length) });
      const { status, headers } = await ask('/render', { method: 'POST', body }, as(BERT));
      return [status, Number(headers.get('x-ratelimit-remaining'))];
    };
    // 9, minus the cost of each: 1, then 1 and 5.
    expect(await left(1_999)).toEqual([200, 8]);
    expect(await left(10_000)).toEqual([200, 7]);
    expect(await left(10)).toEqual([200, 1]);
    expect(await left(2_000)).toEqual([429, 0]);
  });
});

describe('requests without credentials', () => {
  it('are counted by address', async () => {
    expect(await statuses(5, () => ask('/open', {}, from('203.0.113.1')))).toEqual([200, 200, 200, 200, 429]);
    expect(await statuses(1, () => ask('/open', {}, from('203.0.113.2')))).toEqual([200]);
  });
  it('include pages, which show the refusal as a page', async () => {
    const look = () => fetch(`${gateways[0]?.url}/accounts/confirm_new_email/x`, { headers: from('203.0.113.7') });
    expect(await statuses(4, () => ask('/open', {}, from('203.0.113.7')))).toEqual([200, 200, 200, 200]);
    const refused = await look();
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('API usage exceeded rate limit');
  });
});

describe('files', () => {
  it.each([
    ['/user_avatars/1/none.png', 404],
    ['/user_uploads/temporary/none/none.png', 404],
  ])('%s is counted by address, apart from other requests', async (path, status) => {
    const address = from(`203.0.113.${path.length}`);
    expect(await statuses(3, () => ask(path, {}, address))).toEqual([status, status, 429]);
    expect(await statuses(1, () => ask('/open', {}, address))).toEqual([200]);
  });

  it('with credentials are counted together for all addresses', async () => {
    const load = (address: string) => ask('/user_uploads/1/none/none.png', {}, { ...as(BERT), ...from(address) });
    expect(await statuses(1, () => load('203.0.113.5'))).toEqual([404]);
    expect(await statuses(2, () => load('203.0.113.6'))).toEqual([404, 429]);
    expect(await statuses(1, () => ask('/avatar/7', {}, as(BERT)))).toEqual([429]);
  });
});

describe('login attempts', () => {
  const attempt = (username: string, right: boolean, address: string) =>
    ask('/log-in', { method: 'POST', body: new URLSearchParams({ username, right: String(right) }) }, from(address));

  it('that fail are counted by account, from any address, in any spelling', async () => {
    expect((await attempt('zoe@example.com', false, '203.0.113.11')).status).toBe(401);
    expect((await attempt('Zoe@Example.com ', false, '203.0.113.12')).status).toBe(401);
    expect((await attempt('zoe@example.com', true, '203.0.113.13')).status).toBe(429);
    expect((await attempt('yves@example.com', true, '203.0.113.13')).status).toBe(200);
  });

  it('that failed are forgiven when a user proves that they own the mailbox', async () => {
    for (const address of ['203.0.113.14', '203.0.113.15']) await attempt('will@example.com', false, address);
    expect((await attempt('will@example.com', true, '203.0.113.16')).status).toBe(429);
    const email = 'Will@example.com';
    expect((await ask('/prove', { method: 'POST', body: new URLSearchParams({ email }) }, from('203.0.113.17'))).status).toBe(200);
    expect((await attempt('will@example.com', true, '203.0.113.16')).status).toBe(200);
  });

  it('that fail are counted by address, whatever the account', async () => {
    const seen: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) seen.push((await attempt(`${name}@example.com`, false, '203.0.113.21')).status);
    expect(seen).toEqual([401, 401, 401, 429]);
  });

  it('that succeed are not counted as failures', async () => {
    expect(await statuses(4, () => attempt('xena@example.com', true, '203.0.113.31'))).toEqual([200, 200, 200, 200]);
  });
});

describe('mails requested without credentials', () => {
  const askFor = (email: string, address: string) =>
    ask('/mail', { method: 'POST', body: new URLSearchParams({ email }) }, from(address)).then(({ status }) => status);

  it('are counted by mailbox, from any address', async () => {
    expect([await askFor('yann@example.com', '203.0.113.41'), await askFor(' Yann@Example.com ', '203.0.113.42')]).toEqual([200, 200]);
    expect([await askFor('yann@example.com', '203.0.113.43'), await askFor('yves@example.com', '203.0.113.43')]).toEqual([429, 200]);
  });

  it('are counted by address, whatever the recipient', async () => {
    const seen: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) seen.push(await askFor(`${name}@mails.example`, '203.0.113.44'));
    expect(seen).toEqual([200, 200, 200, 429]);
    // A mail that was refused for its address does not count for the mailbox.
    expect([await askFor('d@mails.example', '203.0.113.45'), await askFor('d@mails.example', '203.0.113.46')]).toEqual([200, 200]);
  });

  it('are counted with those of pages, which show the refusal as a page', async () => {
    for (const address of ['203.0.113.47', '203.0.113.48']) expect(await askFor('yara@example.com', address)).toBe(200);
    for (const path of ['/accounts/find', '/accounts/password/reset']) {
      const body = new URLSearchParams({ email: 'yara@example.com' });
      const refused = await fetch(`${gateways[0]?.url}${path}`, { method: 'POST', body, headers: from('203.0.113.49') });
      expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

describe('without Redis', () => {
  it('nothing is counted and nothing refused', async () => {
    const gateway = await installation.gateway(ENDPOINTS, LIMITS);
    const answers = await Promise.all(Array.from({ length: 8 }, () => askOf(gateway, '/api/v1/plain', {}, as(ANNA))));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers[0]?.headers.get('x-ratelimit-limit')).toBeNull();
  });
});
