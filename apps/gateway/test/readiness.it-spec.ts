import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { expectSoon, freePort, StoreLinks, type TestRedis, testRedis } from '@parley/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { TestInstallation } from './test-installation.js';

const THERE = { nats: { needed: true }, redis: { needed: false } };
const NATS_AWAY = { needed: true, problem: 'is not connected', without: 'no call reaches this process, and it can call no other' };
const REDIS_AWAY = {
  needed: false,
  problem: 'is not connected',
  without: 'requests are not counted; failed logins are counted by each gateway alone',
};

let installation: TestInstallation;
let redis: TestRedis;
let links: StoreLinks;
let port: number;
beforeAll(async () => {
  installation = await TestInstallation.open();
  redis = await testRedis();
  links = await StoreLinks.open({ ...installation.nats.env, ...redis.env });
  port = await freePort();
});
afterEach(() => links.mend('nats', 'redis'));
afterAll(async () => {
  await installation.close();
  await links.close();
  await redis.close();
});

const start = (env: Readonly<Record<string, string>> = {}): Promise<RunningGateway> =>
  installation.gateway([], { ...links.env, MANAGEMENT_PORT: String(port), ...env });
const ready = async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  return { code: answer.status, ...((await answer.json()) as object) };
};

describe('the readiness of a gateway', () => {
  it('is 503 from the start until NATS is reached, and whenever NATS is away', async () => {
    links.cut('nats');
    const starting = start();
    await expectSoon(() => ready().catch(() => 'not listening'), { code: 503, status: 'starting', stores: { nats: NATS_AWAY } });
    links.mend('nats');
    const gateway = await starting;
    await expectSoon(ready, { code: 200, status: 'ok', stores: THERE });
    links.cut('nats');
    await expectSoon(ready, { code: 503, status: 'unavailable', stores: { ...THERE, nats: NATS_AWAY } });
    links.mend('nats');
    await expectSoon(ready, { code: 200, status: 'ok', stores: THERE });
    links.cut('redis');
    await expectSoon(ready, { code: 200, status: 'degraded', stores: { ...THERE, redis: REDIS_AWAY } });
    await expect(fetch(`${gateway.url}/api/v1/nothing`)).resolves.toMatchObject({ status: 404 });
  });

  it('answers clients 503 on their port until NATS is reached, and then on the same port', async () => {
    links.cut('nats');
    const clients = await freePort();
    const url = `http://127.0.0.1:${clients}/api/v1/server_settings`;
    const starting = start({ HOST: '127.0.0.1', PORT: String(clients), MANAGEMENT_PORT: '0' });
    const answers = async (body = 'a=b') => {
      const answer = await fetch(url, { method: 'POST', body });
      return { status: answer.status, retry: Number(answer.headers.get('retry-after')) > 0, body: await answer.json() };
    };
    await expectSoon(() => answers().catch(() => 'not listening'), {
      status: 503,
      retry: true,
      body: { result: 'error', code: 'SERVICE_UNAVAILABLE', msg: 'The server is temporarily unable to answer. Please try again.' },
    });
    await expect(answers('a'.repeat(5_000_000))).resolves.toMatchObject({ status: 503 });
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.b', 'access-control-request-headers': 'authorization' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization']);
    links.mend('nats');
    await expect(starting).resolves.toMatchObject({ url: `http://127.0.0.1:${clients}` });
    await expect(answers()).resolves.toMatchObject({ status: 404 });
  });
});
