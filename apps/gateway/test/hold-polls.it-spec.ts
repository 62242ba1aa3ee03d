import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { allQueuesWoken, type FanOutAlive, fanOutAlive, getEvents, queuesWoken } from '@parley/contracts/event-queue';
import { NatsLink } from '@parley/rpc';
import { expectSoon } from '@parley/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { AS_ANNA, basic, TestInstallation } from './test-installation.js';
import { ANNA, BERT, CredentialsModule, MemoryQueues, QueuesModule } from './test-services.js';

let installation: TestInstallation;
let here: RunningGateway;
let there: RunningGateway;
let queues: MemoryQueues;
let queueId: string;
let queueCount = 0;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('organization', CredentialsModule);
  queues = (await installation.serve('event-queue', QueuesModule)).app.get(MemoryQueues);
  here = await installation.gateway([getEvents]);
  there = await installation.gateway([getEvents]);
});
afterAll(() => installation.close());
beforeEach(() => {
  queueCount += 1;
  queueId = `queue-${queueCount}`;
  queues.create(queueId, ANNA.userId);
  queues.fails = false;
  queues.isOfEarlierRelease = false;
  queues.onHold = () => undefined;
});

const EVENT = { id: 65_536, type: 'message' };
const NOTHING = { result: 'success', msg: '', events: [] };

async function poll(gateway: RunningGateway, query: Record<string, string> = {}, headers: Record<string, string> = AS_ANNA) {
  const search = new URLSearchParams({ queue_id: queueId, last_event_id: '-1', ...query });
  const response = await fetch(`${gateway.url}/api/v1/events?${search}`, { headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
}

async function until(met: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!met()) {
    if (Date.now() > deadline) throw new Error('the condition was not met in time');
    await delay(5);
  }
}
const waiterOf = (queue: string) => queues.queues.get(queue)?.waiter;
const someoneWaits = () => until(() => waiterOf(queueId) !== undefined);

describe('a poll', () => {
  it('is answered at once with the available events and the queue', async () => {
    queues.append(queueId, EVENT);
    await expect(poll(here)).resolves.toMatchObject({
      status: 200,
      body: { result: 'success', msg: '', events: [EVENT], queue_id: queueId },
    });
  });

  it('is answered by an event-queue of an earlier release too', async () => {
    queues.isOfEarlierRelease = true;
    queues.append(queueId, EVENT);
    await expect(poll(here)).resolves.toMatchObject({ status: 200, body: { events: [EVENT], queue_id: queueId } });
  });

  it('is answered at once with no events if it does not wait', async () => {
    await expect(poll(here, { dont_block: 'true' })).resolves.toMatchObject({ body: { ...NOTHING, queue_id: queueId } });
  });

  it('is held until an event arrives', async () => {
    const answer = poll(here);
    await someoneWaits();
    queues.append(queueId, EVENT);
    await expect(answer).resolves.toMatchObject({ body: { events: [EVENT] } });
  });

  it('counts as a request if it was answered at once, and as a held poll if it was held', async () => {
    const countOf = async (name: string) => {
      const measured = await here.runtime.metrics.registry.getSingleMetric(name)?.get();
      const counts = measured?.values.filter((value) => 'metricName' in value && value.metricName === `${name}_count`) ?? [];
      return counts.reduce((sum, { value }) => sum + value, 0);
    };
    const counts = async () => [await countOf('parley_http_request_seconds'), await countOf('parley_held_poll_seconds')];
    const [requests = 0, held = 0] = await counts();
    await poll(here, { dont_block: 'true' });
    const answer = poll(here);
    await someoneWaits();
    queues.append(queueId, EVENT);
    await answer;
    await expectSoon(counts, [requests + 1, held + 1]);
  });

  it('gets an event that arrives between "the waiter is recorded" and "the gateway knows"', async () => {
    let answered = (): void => undefined;
    queues.delays.set(queueId, new Promise((resolve) => (answered = resolve)));
    queues.onHold = (held) => {
      if (held !== queueId) return;
      queues.onHold = () => undefined;
      queues.append(queueId, EVENT);
      // The wake-up arrives before the answer of the first call.
      void installation.nats.link.connection.flush().then(() => {
        queues.delays.delete(queueId);
        answered();
      });
    };
    const startedAt = Date.now();
    await expect(poll(here)).resolves.toMatchObject({ body: { events: [EVENT] } });
    expect(Date.now() - startedAt).toBeLessThan(3_000);
  });

  it('is found by the sweep if its wake-up was lost', async () => {
    const answer = poll(here);
    await someoneWaits();
    queues.append(queueId, EVENT, false);
    await expect(answer).resolves.toMatchObject({ body: { events: [EVENT] } });
  }, 15_000);

  it('is repeated at once when all wake-ups may have been lost', async () => {
    const answer = poll(here);
    await someoneWaits();
    queues.append(queueId, EVENT, false);
    const startedAt = Date.now();
    installation.nats.bus.publish(allQueuesWoken, {});
    await expect(answer).resolves.toMatchObject({ body: { events: [EVENT] } });
    expect(Date.now() - startedAt).toBeLessThan(3_000);
  });

  it('is repeated at once after a NATS disconnect, since its wake-up may have been lost', async () => {
    const answer = poll(here);
    await someoneWaits();
    queues.append(queueId, EVENT, false);
    const startedAt = Date.now();
    await here.app.get(NatsLink).connection.reconnect();
    await expect(answer).resolves.toMatchObject({ body: { events: [EVENT] } });
    expect(Date.now() - startedAt).toBeLessThan(3_000);
  });

  it('reports unknown parameters', async () => {
    queues.append(queueId, EVENT);
    await expect(poll(here, { colour: 'blue' })).resolves.toMatchObject({ body: { ignored_parameters_unsupported: ['colour'] } });
  });
});

describe('an invalid poll', () => {
  it.each([
    ['without a queue', {}, 'REQUEST_VARIABLE_MISSING', "Missing 'queue_id' argument"],
    ['without the last event', { queue_id: 'x' }, 'REQUEST_VARIABLE_MISSING', "Missing 'last_event_id' argument"],
    ['on an unknown queue', { queue_id: 'x', last_event_id: '-1' }, 'BAD_EVENT_QUEUE_ID', 'Bad event queue ID: x'],
  ])('%s: refused', async (_, query: Record<string, string>, code, msg) => {
    const response = await fetch(`${here.url}/api/v1/events?${new URLSearchParams(query)}`, { headers: AS_ANNA });
    expect(response.status).toBe(400);
    await expect(response.json()).resolves.toMatchObject({ result: 'error', code, msg });
  });

  it("of another user's queue: refused as unknown, and the owner's poll stays", async () => {
    const owners = poll(here);
    await someoneWaits();
    await expect(poll(here, {}, { authorization: basic(BERT) })).resolves.toMatchObject({
      status: 400,
      body: { code: 'BAD_EVENT_QUEUE_ID' },
    });
    queues.append(queueId, EVENT);
    await expect(owners).resolves.toMatchObject({ body: { events: [EVENT] } });
  });

  it('while the service cannot answer: 503 with Retry-After', async () => {
    queues.fails = true;
    const { status, headers, body } = await poll(here);
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
    expect(body).toMatchObject({ result: 'error', code: 'SERVICE_UNAVAILABLE' });
  });

  it('without credentials: 401', async () => {
    await expect(poll(here, {}, {})).resolves.toMatchObject({ status: 401 });
  });

  it('as HEAD: 405, since it would acknowledge events that the client never receives', async () => {
    const response = await fetch(`${here.url}/api/v1/events`, { method: 'HEAD', headers: AS_ANNA });
    expect(response.status).toBe(405);
  });
});

describe('a second poll on a queue', () => {
  it.each([
    ['the same gateway', () => here],
    ['another gateway', () => there],
  ])('through %s releases the first and gets the events', async (_, gateway) => {
    const first = poll(here);
    await someoneWaits();
    const before = waiterOf(queueId);
    const second = poll(gateway());
    await expect(first).resolves.toMatchObject({ body: { ...NOTHING, queue_id: queueId } });
    await until(() => waiterOf(queueId) !== undefined && waiterOf(queueId) !== before);
    queues.append(queueId, EVENT);
    await expect(second).resolves.toMatchObject({ body: { events: [EVENT] } });
  });
});

describe('a client that disconnects', () => {
  it('is detached from its queue', async () => {
    const request = get(`${here.url}/api/v1/events?queue_id=${queueId}&last_event_id=-1`, { headers: AS_ANNA });
    request.on('error', () => undefined);
    await someoneWaits();
    request.destroy();
    await until(() => queues.detached.includes(queueId));
    expect(waiterOf(queueId)).toBeUndefined();
  });
});

describe('a gateway with the maximum number of polls', () => {
  it('answers further polls with 503', async () => {
    const small = await installation.gateway([getEvents], { MAX_HELD_POLLS: '1' });
    const first = poll(small);
    await someoneWaits();
    queues.create('one-more', ANNA.userId);
    await expect(poll(small, { queue_id: 'one-more' })).resolves.toMatchObject({ status: 503 });
    queues.append(queueId, EVENT);
    await expect(first).resolves.toMatchObject({ body: { events: [EVENT] } });
  });
});

describe('a gateway that stops', () => {
  it('answers its held polls with no events, closes their connections and reports that it is not ready', async () => {
    const leaving = await installation.gateway([getEvents]);
    const answers = [];
    for (let n = 0; n < 20; n += 1) {
      queues.create(`of-leaving-${n}`, ANNA.userId);
      answers.push(poll(leaving, { queue_id: `of-leaving-${n}` }));
    }
    await until(() => Array.from({ length: 20 }, (_, n) => waiterOf(`of-leaving-${n}`)).every((waiter) => waiter !== undefined));
    const stopped = leaving.stop();
    await expect(fetch(`${leaving.managementUrl}/health/ready`)).resolves.toMatchObject({ status: 503 });
    for (const { status, headers, body } of await Promise.all(answers)) {
      expect(status).toBe(200);
      expect(headers.get('connection')).toBe('close');
      expect(body).toMatchObject(NOTHING);
    }
    await stopped;
    await expect(fetch(leaving.url)).rejects.toThrow();
  });

  it('loses nothing: the client continues at another gateway from its position', async () => {
    const leaving = await installation.gateway([getEvents]);
    const first = poll(leaving);
    await someoneWaits();
    const stopped = leaving.stop();
    await expect(first).resolves.toMatchObject({ body: NOTHING });
    queues.append(queueId, EVENT);
    await expect(poll(there)).resolves.toMatchObject({ body: { events: [EVENT] } });
    await stopped;
  });
});

describe('a poll that a process of event-queue says it wakes', () => {
  const tell = (given: Partial<FanOutAlive> = {}) =>
    installation.nats.bus.publish(fanOutAlive, { process: 'one', partitions: 1, held: [0], redisReturns: 0, sent: {}, ...given });
  /** Holds a poll, and waits until what the first heartbeat causes is over. */
  const heldPoll = async () => {
    tell();
    const answer = poll(here);
    await someoneWaits();
    tell();
    return { answer, gateway: waiterOf(queueId)?.split('|')[0] ?? '' };
  };

  it('is repeated at once when a heartbeat names a wake-up that did not arrive', async () => {
    const { answer, gateway } = await heldPoll();
    queues.append(queueId, EVENT, false);
    tell({ sent: { [gateway]: 1 } });
    await expect(answer).resolves.toMatchObject({ body: { events: [EVENT] } });
    // The process has stopped for the next tests.
    tell({ held: [] });
  });

  it('is not repeated while nothing is lost, but is when the process falls silent', async () => {
    const { answer } = await heldPoll();
    const until = Date.now() + 6_500;
    let polls = queues.modes.length;
    while (Date.now() < until) {
      tell();
      await delay(250);
      // The first heartbeat makes the gateway repeat the poll once.
      if (Date.now() < until - 5_000) polls = queues.modes.length;
    }
    expect(queues.modes.length).toBe(polls);
    queues.append(queueId, EVENT, false);
    await expect(answer).resolves.toMatchObject({ body: { events: [EVENT] } });
  }, 20_000);
});

describe('a process of event-queue that hangs', () => {
  /** As many as a gateway has in progress to one process. */
  const CALLS = 4;

  it('gets few calls, and the polls that wait for it go to others', async () => {
    const { link, bus } = installation.nats;
    let calls = 0;
    const hung = link.connection.subscribe(link.subject('rpc.event-queue.pollQueues.hung'), {
      callback: () => {
        calls += 1;
      },
    });
    const alive = (process: string, held: number[]) =>
      bus.publish(fanOutAlive, { process, partitions: 1, held, redisReturns: 0, sent: {} });
    const alone = setInterval(() => alive('one', [0]), 250);
    const heartbeats: NodeJS.Timeout[] = [alone];
    try {
      await link.connection.flush();
      const polls: { name: string; answer: ReturnType<typeof poll>; waiter: string }[] = [];
      for (let n = 0; n < CALLS + 2; n += 1) {
        const name = `${queueId}-${n}`;
        queues.create(name, ANNA.userId);
        const answer = poll(here, { queue_id: name });
        await until(() => waiterOf(name) !== undefined);
        polls.push({ name, answer, waiter: waiterOf(name) ?? '' });
      }
      alive('hung', []);
      heartbeats.push(setInterval(() => alive('hung', []), 250));
      const wake = ({ name, waiter }: (typeof polls)[number], process: string, number: number) => {
        queues.append(name, EVENT, false);
        bus.publish(queuesWoken, { organizationId: 1, queues: [{ queueId: name, waiter }], process, number }, waiter.split('|')[0]);
      };
      for (const [n, each] of polls.slice(0, CALLS).entries()) {
        wake(each, 'hung', n + 1);
        await until(() => calls === n + 1);
      }
      const [waiting, other] = polls.slice(CALLS);
      if (waiting === undefined || other === undefined) throw new Error('too few polls');
      wake(waiting, 'hung', CALLS + 1);
      wake(other, 'one', 1);
      for (const { answer } of [other, ...polls]) await expect(answer).resolves.toMatchObject({ body: { events: [EVENT] } });
      expect(calls).toBe(CALLS);
    } finally {
      for (const timer of heartbeats) clearInterval(timer);
      hung.unsubscribe();
    }
  }, 30_000);
});
