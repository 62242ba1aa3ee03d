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

const start = (): Promise<RunningGateway> => installation.gateway([], { ...links.env, MANAGEMENT_PORT: String(port) });
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
});
