import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventId } from '@parley/contracts';
import { allQueuesWoken, type PollAnswer } from '@parley/contracts/event-queue';
import { eventually } from './eventually.js';
import { PrivateRedis } from './private-redis.js';
import { ServiceFixture } from './service-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

let redis: PrivateRedis;
let fixture: ServiceFixture;
beforeAll(async () => {
  redis = await PrivateRedis.start();
  fixture = await ServiceFixture.open({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await fixture.close();
  await redis.close();
});

async function registered() {
  const user = await fixture.rows.user(await fixture.rows.organization());
  const { queue_id, last_event_id } = await fixture.register(user);
  const queueId = String(queue_id);
  const logEvents = async (first: number, last: number) => {
    for (let n = first; n <= last; n += 1) await fixture.logForMembers(user.organizationId, n);
  };
  /** Polls like a client: retries after 503 and "retry". */
  const idsAfter = async (lastEventId: number, count: number) => {
    const found = await eventually(
      `${count} events after ${lastEventId}`,
      async () => {
        const answer = await fixture.poll(user, queueId, lastEventId).catch((): PollAnswer => ({ outcome: 'retry' }));
        if (answer.outcome !== 'events' && answer.outcome !== 'retry') throw new Error(`answered with ${answer.outcome}`);
        return answer.outcome === 'events' && answer.events.length >= count && answer.events;
      },
      15_000,
    );
    return found.map(({ id }) => id);
  };
  return { user, queueId, position: last_event_id, logEvents, idsAfter };
}

const ids = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => eventId(first + n, 0));

describe('a Redis that is killed', () => {
  it('causes 503 while it is down; then queues continue exactly, and gateways are notified to check', async () => {
    const { user, queueId, position, logEvents, idsAfter } = await registered();
    await logEvents(1, 5);
    expect(await idsAfter(position, 5)).toEqual(ids(1, 5));
    let notified = 0;
    const stop = fixture.suite.nats.bus.subscribe(allQueuesWoken, () => {
      notified += 1;
    });
    await redis.die();
    await expect(fixture.poll(user, queueId, eventId(2, 0))).rejects.toMatchObject({ status: 503 });
    await expect(fixture.register(user)).rejects.toMatchObject({ status: 503 });
    await logEvents(6, 10);
    await redis.up();
    expect(await idsAfter(eventId(2, 0), 8)).toEqual(ids(3, 10));
    await eventually('gateways are notified', () => notified > 0);
    stop();
  });

  it('loses its latest writes: a client that is ahead continues after its last event, without duplicates or gaps', async () => {
    const { user, queueId, position, logEvents, idsAfter } = await registered();
    await logEvents(1, 3);
    expect(await idsAfter(position, 3)).toEqual(ids(1, 3));
    const before = await redis.position();
    await logEvents(4, 8);
    expect(await idsAfter(eventId(3, 0), 5)).toEqual(ids(4, 8));
    await fixture.poll(user, queueId, eventId(6, 0));
    await redis.die();
    await redis.cut(before);
    await logEvents(9, 10);
    await redis.up();
    expect(await idsAfter(eventId(6, 0), 4)).toEqual(ids(7, 10));
    await logEvents(11, 12);
    expect(await idsAfter(eventId(10, 0), 2)).toEqual(ids(11, 12));
  });

  it('is wiped: queues are gone, and registering again works at once', async () => {
    const { user, queueId, logEvents } = await registered();
    await logEvents(1, 2);
    await redis.die();
    await redis.cut(0);
    await redis.up();
    const answer = await eventually('the service is back', () => fixture.poll(user, queueId, -1).catch(() => null));
    expect(answer).toEqual({ outcome: 'bad' });
    const again = await fixture.register(user);
    await fixture.logForMembers(user.organizationId, 3);
    await eventually('the next event arrives', async () => {
      const events = await fixture.events(user, String(again.queue_id), again.last_event_id);
      return events.length === 1 && events[0]?.id === eventId(3, 0);
    });
  });
});
