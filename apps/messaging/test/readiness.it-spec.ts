import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@parley/rpc';
import { expectSoon, freePort, StoreLinks, startTestService, TestSuite } from '@parley/testing';
import { messagingConfig } from '../src/config.js';
import { MessagingModule } from '../src/messaging.module.js';

const AWAY = {
  nats: { needed: true, problem: 'is not connected', without: 'no call reaches this process, and it can call no other' },
  postgres: { needed: true, problem: expect.any(String), without: 'calls are answered 503' },
  redis: { needed: false, problem: 'is not connected', without: 'jobs and mails wait; everything else works' },
};
const THERE = { nats: { needed: true }, postgres: { needed: true }, redis: { needed: false } };

let suite: TestSuite;
let links: StoreLinks;
let port: number;
let starting: Promise<RunningService> | undefined;

beforeAll(async () => {
  suite = await TestSuite.open();
  links = await StoreLinks.open(suite.env);
  port = await freePort();
});
afterEach(async () => {
  links.mend('nats', 'postgres', 'redis');
  await (await starting)?.stop();
  starting = undefined;
});
afterAll(async () => {
  await links.close();
  await suite.close();
});

function start(): Promise<RunningService> {
  starting = startTestService('messaging', MessagingModule, messagingConfig, {
    ...links.env,
    MANAGEMENT_PORT: String(port),
    LOG_LEVEL: 'silent',
  });
  return starting;
}

const answered = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/health/${path}`);
  return { code: answer.status, ...((await answer.json()) as object) };
};
const ready = () => answered('ready').catch(() => 'not listening');

describe('the readiness of a service', () => {
  it('follows the stores that it needs while it runs, and says which one is away', async () => {
    await start();
    expect(await ready()).toEqual({ code: 200, status: 'ok', stores: THERE });
    for (const store of ['postgres', 'nats'] as const) {
      links.cut(store);
      await expectSoon(ready, { code: 503, status: 'unavailable', stores: { ...THERE, [store]: AWAY[store] } });
      expect(await answered('live')).toEqual({ code: 200, status: 'ok' });
      links.mend(store);
      await expectSoon(ready, { code: 200, status: 'ok', stores: THERE });
    }
  });

  it('does not depend on Redis, which only jobs need', async () => {
    await start();
    links.cut('redis');
    await expectSoon(ready, { code: 200, status: 'degraded', stores: { ...THERE, redis: AWAY.redis } });
    links.mend('redis');
    await expectSoon(ready, { code: 200, status: 'ok', stores: THERE });
  });
});

describe('a service that starts', () => {
  it('listens at once while NATS is away, is alive but not ready, and is ready when NATS is back', async () => {
    links.cut('nats');
    void start();
    await expectSoon(ready, { code: 503, status: 'starting', stores: { nats: AWAY.nats } });
    expect(await answered('live')).toEqual({ code: 200, status: 'ok' });
    links.mend('nats');
    await expectSoon(ready, { code: 200, status: 'ok', stores: THERE });
  });

  it('runs while PostgreSQL is away, and is ready when it is back', async () => {
    links.cut('postgres');
    void start();
    await expectSoon(ready, { code: 503, status: 'unavailable', stores: { ...THERE, postgres: AWAY.postgres } });
    links.mend('postgres');
    await expectSoon(ready, { code: 200, status: 'ok', stores: THERE });
  });

  it('can be stopped while Redis is away', async () => {
    links.cut('redis');
    const service = await start();
    starting = undefined;
    await service.stop();
    expect(await ready()).toBe('not listening');
  });

  it('is ready while Redis is away, and makes its schedules when it is back', async () => {
    links.cut('redis');
    await start();
    expect(await ready()).toEqual({ code: 200, status: 'degraded', stores: { ...THERE, redis: AWAY.redis } });
    const schedules = async () => (await suite.redis.client.keys('bull:*:repeat')).length;
    await suite.redis.client.flushDb();
    expect(await schedules()).toBe(0);
    links.mend('redis');
    await expectSoon(async () => (await schedules()) >= 4, true);
  });
});
