import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectSoon, StoreLinks, TestSuite } from '@parley/testing';
import { eventQueueConfig } from '../src/config.js';
import { EventQueueModule } from '../src/event-queue.module.js';

let suite: TestSuite;
let links: StoreLinks;
beforeAll(async () => {
  suite = await TestSuite.open();
  links = await StoreLinks.open(suite.env);
});
afterAll(async () => {
  links.mend('redis');
  await suite.close();
  await links.close();
});

it('an event-queue replica is not ready while Redis is away, because queues are there', async () => {
  const { managementUrl } = await suite.start('event-queue', EventQueueModule, eventQueueConfig, { ...links.env, LOG_LEVEL: 'silent' });
  const ready = async () => {
    const answer = await fetch(`${managementUrl}/health/ready`);
    return { code: answer.status, ...((await answer.json()) as object) };
  };
  const there = { nats: { needed: true }, postgres: { needed: true }, redis: { needed: true } };
  expect(await ready()).toEqual({ code: 200, status: 'ok', stores: there });
  links.cut('redis');
  const away = { needed: true, problem: 'is not connected', without: 'registrations and polls are answered 503' };
  await expectSoon(ready, { code: 503, status: 'unavailable', stores: { ...there, redis: away } });
  links.mend('redis');
  await expectSoon(ready, { code: 200, status: 'ok', stores: there });
});
