import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callersChanged } from '@parley/contracts/organization';
import { Bus, NatsLink } from '@parley/rpc';
import type { RunningGateway } from '../src/start-gateway.js';
import { askByHandOf, askOf } from './ask.js';
import { TEST_ENDPOINTS } from './test-endpoints.js';
import { AS_ANNA, basic, TestInstallation } from './test-installation.js';
import { ANNA, BOT, CredentialsModule, credentials, EchoModule, GUEST } from './test-services.js';

let installation: TestInstallation;
let gateway: RunningGateway;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('messaging', EchoModule);
  await installation.serve('organization', CredentialsModule);
  gateway = await installation.gateway(TEST_ENDPOINTS);
});
afterAll(() => installation.close());

const ask = (path: string, init: RequestInit = {}, headers?: Record<string, string>) => askOf(gateway, path, init, headers);
const PARAMS = '/api/v1/tests/7/params';

describe('credentials', () => {
  it('determine the caller that the service sees, with the name of their client', async () => {
    const agent = { 'user-agent': 'zulip-python/0.9' };
    await expect(ask(PARAMS, { method: 'POST', headers: agent })).resolves.toMatchObject({
      body: { caller: { organizationId: 1, userId: ANNA.userId, role: 400, isBot: false, botOwnerId: null, clientName: 'zulip-python' } },
    });
    await expect(ask(`${PARAMS}?client=website`, { method: 'POST', headers: agent })).resolves.toMatchObject({
      body: { caller: { clientName: 'website' } },
    });
  });

  it.each([
    ['none', {}, 'UNAUTHORIZED', 'Not logged in: API authentication or user session required'],
    ['another scheme', { authorization: 'Bearer abc' }, 'UNAUTHORIZED', 'This endpoint requires HTTP basic authentication.'],
    ['invalid base64', { authorization: 'Basic !!!' }, 'UNAUTHORIZED', 'Invalid authorization header for basic auth'],
    ['a scheme alone', { authorization: 'Basic' }, 'UNAUTHORIZED', 'Invalid authorization header for basic auth'],
    ['an empty key', { authorization: basic(ANNA, '') }, 'UNAUTHORIZED', 'Invalid authorization header for basic auth'],
    ['a wrong key', { authorization: basic(ANNA, 'x'.repeat(32)) }, 'INVALID_API_KEY', 'Invalid API key'],
  ])('%s: refused with 401 and a challenge', async (_, headers: Record<string, string>, code, msg) => {
    const answer = await ask(PARAMS, { method: 'POST' }, headers);
    expect(answer).toMatchObject({ status: 401, body: { result: 'error', code, msg } });
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="zulip"');
  });

  it('of a session that has ended are like none where visitors are answered, and refused elsewhere, without a dialog of the browser', async () => {
    const ended = { cookie: `parley_session=${'e'.repeat(43)}` };
    const visitor = await ask('/json/half-open', {}, ended);
    expect(visitor).toMatchObject({ status: 200, body: { caller: { host: new URL(gateway.url).host } } });
    expect(visitor.body.caller).not.toHaveProperty('userId');
    const refused = await ask('/json/tests/7/params', { method: 'POST' }, ended);
    expect([refused.status, refused.body.code, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'SESSION_ENDED',
      'Session realm="zulip"',
    ]);
  });

  it('are ignored where none are needed; the visitor has a host and an address', async () => {
    const { host } = new URL(gateway.url);
    await expect(ask('/api/v1/open', {}, { authorization: 'Bearer abc' })).resolves.toMatchObject({
      status: 200,
      body: { caller: { host } },
    });
    await expect(ask('/api/v1/half-open', {}, {})).resolves.toMatchObject({
      status: 200,
      body: { caller: { host, address: '127.0.0.1' } },
    });
    await expect(ask('/api/v1/half-open')).resolves.toMatchObject({ status: 200, body: { caller: { userId: ANNA.userId } } });
    await expect(ask('/api/v1/half-open', {}, { authorization: basic(ANNA, 'wrong') })).resolves.toMatchObject({ status: 401 });
  });

  it('of bots and guests are refused if the declaration says so', async () => {
    await expect(ask('/api/v1/humans', { method: 'POST' }, { authorization: basic(BOT) })).resolves.toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'This endpoint does not accept bot requests.' },
    });
    await expect(ask('/api/v1/humans', { method: 'POST' }, { authorization: basic(GUEST) })).resolves.toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'Not allowed for guest users' },
    });
    await expect(ask('/api/v1/humans', { method: 'POST' })).resolves.toMatchObject({ status: 200 });
  });
});

describe('the cache of callers', () => {
  /** Returns when the gateway has handled the broadcast. Otherwise the next request could be answered from the cache of the last test. */
  const allCallersChanged = async () => {
    // Messages of one connection arrive in order: when the second one is here, the first one has been handled.
    let received = 0;
    const stop = gateway.app.get(Bus).subscribe(callersChanged, () => {
      received += 1;
    });
    await gateway.app.get(NatsLink).connection.flush();
    for (let n = 0; n < 2; n += 1) installation.nats.bus.publish(callersChanged, { organizationId: 1, userIds: null });
    await until(async () => received === 2);
    stop();
  };
  beforeEach(async () => {
    await allCallersChanged();
    credentials.deactivated.clear();
    credentials.replaced.clear();
    credentials.until = Promise.resolve();
    credentials.onCall = () => undefined;
  });

  async function until(met: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!(await met())) {
      if (Date.now() > deadline) throw new Error('the condition was not met in time');
      await delay(5);
    }
  }

  it('makes one call for many first requests, and none for the next', async () => {
    const fresh = await installation.gateway(TEST_ENDPOINTS);
    const before = credentials.calls;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fetch(`${fresh.url}${PARAMS}`, { method: 'POST', headers: AS_ANNA }).then(({ status }) => status)),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    await fetch(`${fresh.url}${PARAMS}`, { method: 'POST', headers: AS_ANNA });
    expect(credentials.calls - before).toBe(1);
  });

  it('drops a caller at once when they have changed', async () => {
    await expect(ask(PARAMS, { method: 'POST' })).resolves.toMatchObject({ status: 200 });
    credentials.deactivated.add(ANNA.userId);
    installation.nats.bus.publish(callersChanged, { organizationId: 1, userIds: [ANNA.userId] });
    await until(async () => (await ask(PARAMS, { method: 'POST' })).status === 401);
    await expect(ask(PARAMS, { method: 'POST' })).resolves.toMatchObject({
      status: 401,
      body: { code: 'USER_DEACTIVATED', msg: 'Account is deactivated' },
    });
  });

  it.each([
    ['a key that was right', () => credentials.replaced.add(ANNA.userId), 200, 401],
    ['a key that was wrong', () => credentials.replaced.delete(ANNA.userId), 401, 200],
  ])('does not keep %s if its caller changed during the check', async (_, change, before, after) => {
    if (before === 401) credentials.replaced.add(ANNA.userId);
    const checked = new Promise<void>((resolve) => {
      credentials.onCall = resolve;
    });
    let letGo = (): void => undefined;
    credentials.until = new Promise((resolve) => {
      letGo = resolve;
    });
    const first = ask(PARAMS, { method: 'POST' });
    await checked;
    change();
    await allCallersChanged();
    letGo();
    expect((await first).status).toBe(before);
    expect((await ask(PARAMS, { method: 'POST' })).status).toBe(after);
  });

  it('is cleared after a NATS disconnect, since a change may have been missed', async () => {
    await ask(PARAMS, { method: 'POST' });
    const callsBefore = credentials.calls;
    await ask(PARAMS, { method: 'POST' });
    expect(credentials.calls).toBe(callsBefore);
    credentials.deactivated.add(ANNA.userId);
    await gateway.app.get(NatsLink).connection.reconnect();
    await until(async () => (await ask(PARAMS, { method: 'POST' })).status === 401);
    expect(credentials.calls).toBeGreaterThan(callsBefore);
  });

  it('keeps a refusal no longer than about a second', async () => {
    credentials.deactivated.add(GUEST.userId);
    const status = async () => (await ask('/api/v1/half-open', {}, { authorization: basic(GUEST) })).status;
    await until(async () => (await status()) === 401);
    credentials.deactivated.clear();
    await until(async () => (await status()) === 200);
  });

  it('is separate for each host', async () => {
    const host = 'other.example.com';
    await askByHandOf(gateway, 'POST', PARAMS, '', { host });
    expect(credentials.hosts).toContain(host);
  });
});
