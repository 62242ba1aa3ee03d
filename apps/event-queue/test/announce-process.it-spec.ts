import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type FanOutAlive, fanOutAlive, queuesWoken } from '@parley/contracts/event-queue';
import type { RunningService } from '@parley/rpc';
import type { z } from 'zod';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

const GATEWAY = 'gateway-of-tests';
let fixture: ServiceFixture;
let replica: RunningService;
const heartbeats: FanOutAlive[] = [];
const wakeUps: z.infer<typeof queuesWoken.payload>[] = [];
beforeAll(async () => {
  fixture = await ServiceFixture.open({ LOG_LEVEL: 'silent', FAN_OUT_PARTITIONS: '64' }, undefined, 0);
  const { bus } = fixture.suite.nats;
  bus.subscribe(fanOutAlive, (heartbeat) => void heartbeats.push(heartbeat));
  bus.subscribe(queuesWoken, (wakeUp) => void wakeUps.push(wakeUp), GATEWAY);
  replica = await fixture.replica('event-queue-1');
});
afterAll(() => fixture.close());

const last = () => heartbeats.at(-1);

it('a process says which partitions it wakes, numbers what it sends to each gateway, and says the last number', async () => {
  await eventually('a heartbeat arrives', () => last()?.held.length === 64);
  expect(last()).toMatchObject({ partitions: 64, redisReturns: 0, sent: {} });
  const user = await fixture.rows.user(await fixture.rows.organization());
  const { queue_id, last_event_id } = await fixture.register(user);
  let position = last_event_id;
  for (const number of [1, 2]) {
    const waiter = `${GATEWAY}|${number}`;
    expect(await fixture.poll(user, String(queue_id), position, { mode: 'first', waiter })).toEqual({ outcome: 'hold' });
    await fixture.logForMembers(user.organizationId, number);
    await eventually('the gateway is woken', () => wakeUps.length === number);
    expect(wakeUps.at(-1)).toMatchObject({ process: last()?.process, number, queues: [{ waiter }] });
    position = (await fixture.events(user, String(queue_id), position)).at(-1)?.id ?? position;
  }
  await eventually('a heartbeat says so', () => last()?.sent[GATEWAY] === 2);
});

it('a process that stops says that it wakes nothing any more', async () => {
  await replica.stop();
  expect(last()?.held).toEqual([]);
});
