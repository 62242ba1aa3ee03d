import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventId } from '@parley/contracts';
import { defaultBatchLimits } from '../src/fan-out/plan-steps.js';
import { eventually } from './eventually.js';
import { FanOutFixture } from './fan-out-fixture.js';

jest.setTimeout(120_000);

let fixture: FanOutFixture;
beforeAll(async () => {
  fixture = await FanOutFixture.open();
});
afterAll(() => fixture.close());

const countOf = async (metric: { get(): Promise<{ values: { value: number }[] }> }) => (await metric.get()).values[0]?.value;

it('a gap in the log stops fan-out, is counted and reported, and no event is skipped when the gap is filled', async () => {
  const { id, users, fanOut, metrics } = await fixture.organization(1, defaultBatchLimits);
  const queue = await fixture.queue(id, users[0] ?? 0);
  await fixture.log(id, 1, 3);
  fanOut.notify(3);
  await eventually('the hole is found', async () => (await countOf(metrics.holes)) === 1);
  await fanOut.stop();
  expect(await fixture.held(id, queue)).toEqual([eventId(1, 0)]);
  expect(await fixture.store.cursor(id)).toMatchObject({ seq: 1, phase: '' });

  const next = fixture.fanOut(id, defaultBatchLimits);
  await fixture.log(id, 2);
  next.fanOut.notify(3);
  await eventually('both events arrive', async () => (await fixture.held(id, queue)).length === 3);
  expect(await fixture.held(id, queue)).toEqual([1, 2, 3].map((seq) => eventId(seq, 0)));
  await next.fanOut.stop();
});

it('a gap is counted once, however often fan-out reaches it, and fan-out continues by itself when it is filled', async () => {
  const { id, users, fanOut, metrics } = await fixture.organization(1, defaultBatchLimits);
  const queue = await fixture.queue(id, users[0] ?? 0);
  await fixture.log(id, 2);
  for (let n = 0; n < 5; n += 1) fanOut.notify(2);
  await eventually('the hole is found', async () => (await countOf(metrics.holes)) === 1);
  // Else the comparison with the log, which ends the queues if the log no longer reaches back, would leave it to this fan-out.
  await eventually('no cursor is cached', async () => fanOut.cachedCursor === null);
  fanOut.notify(2);
  await fixture.log(id, 1);
  fanOut.notify(2);
  await eventually('both events arrive', async () => (await fixture.held(id, queue)).length === 2);
  expect(await fixture.held(id, queue)).toEqual([1, 2].map((seq) => eventId(seq, 0)));
  expect(await countOf(metrics.holes)).toBe(1);
  await fanOut.stop();
});

it('the lengths of queues are measured with each append', async () => {
  const { id, users, fanOut, metrics } = await fixture.organization(1, defaultBatchLimits);
  const queue = await fixture.queue(id, users[0] ?? 0);
  await fixture.log(id, 1);
  fanOut.notify(1);
  await eventually('the event arrives', async () => (await fixture.held(id, queue)).length === 1);
  await fanOut.stop();
  const values = (await metrics.queueLength.get()).values.map(({ metricName, value }) => [metricName, value]);
  expect(values).toContainEqual(['parley_queue_length_entries_count', 1]);
  expect(values).toContainEqual(['parley_queue_length_entries_sum', 1]);
});

it('a failed step is retried without a second wake-up', async () => {
  const { id, users, fanOut, metrics } = await fixture.organization(1, defaultBatchLimits);
  const queue = await fixture.queue(id, users[0] ?? 0);
  await fixture.log(id, 1);
  fixture.store.failNext = 2;
  fanOut.notify(1);
  await eventually('the event arrives', async () => (await fixture.held(id, queue)).length === 1);
  expect(await countOf(metrics.failures)).toBe(2);
  await fanOut.stop();
});

it('polled queues get all events of a batch before idle queues get the first', async () => {
  const IDLE = 40;
  const limits = { events: 64, targets: 10, batch: 1_000 };
  const { id, users, fanOut, gateways } = await fixture.organization(2, limits);
  const [crowded = 0, other = 0] = users;
  const idle: string[] = [];
  for (let n = 0; n < IDLE; n += 1) idle.push(await fixture.queue(id, crowded));
  const [polled, held, back] = [await fixture.queue(id, other), await fixture.queue(id, other), idle.pop() ?? ''];
  await fixture.makeIdle(id, [...idle, back, held]);
  // A poll turns an idle queue into a polled one.
  const poll = (queueId: string, userId: number, mode: 'first' | 'nb') =>
    fixture.store.poll(id, [{ queueId, userId, lastEventId: -1, waiter: `gateway-1|${userId}`, mode }]);
  await poll(back, crowded, 'nb');
  await poll(held, other, 'first');

  await fixture.log(id, 1, 2, 3);
  fanOut.notify(3);
  await eventually('everything arrives', async () => (await fixture.store.cursor(id))?.seq === 3);
  await fanOut.stop();
  const order = fixture.store.steps.flatMap(({ entries }) => entries.flatMap(({ queues }) => queues));
  expect(new Set(order.slice(0, 3))).toEqual(new Set([polled, held, back]));
  expect(new Set(order.slice(3))).toEqual(new Set(idle));
  // The held poll was woken by the script that served it, and each script was limited in size.
  expect(gateways.woken).toEqual([{ queueId: held, waiter: `gateway-1|${other}` }]);
  expect(fixture.store.steps.length).toBeGreaterThanOrEqual((IDLE * 3) / limits.targets);
  for (const queue of [polled, held, back, ...idle]) expect(await fixture.held(id, queue)).toEqual([1, 2, 3].map((seq) => eventId(seq, 0)));
});

it('the successor of a worker that dies between polled and idle queues leaves no gap', async () => {
  const limits = { events: 64, targets: 4, batch: 1_000 };
  const { id, users, fanOut } = await fixture.organization(2, limits);
  const idle: string[] = [];
  for (let n = 0; n < 9; n += 1) idle.push(await fixture.queue(id, users[0] ?? 0));
  await fixture.makeIdle(id, idle);
  const polled = await fixture.queue(id, users[1] ?? 0);
  await fixture.log(id, 1, 2, 3, 4);
  const steps = fixture.store.steps;
  // The worker dies after two scripts; its successor has another limit, so its batches differ.
  fixture.store.failAfter = 2;
  fanOut.notify(4);
  await eventually('it died', () => fixture.store.failAfter === 0 && steps.length >= 2);
  await fanOut.stop();
  fixture.store.failAfter = null;
  expect(await fixture.held(id, polled)).not.toEqual([]);
  const second = fixture.fanOut(id, { events: 1, targets: 3, batch: 3 });
  second.fanOut.notify(4);
  await eventually('everything arrives', async () => (await fixture.store.cursor(id))?.seq === 4);
  for (const queue of [polled, ...idle]) expect(await fixture.held(id, queue)).toEqual([1, 2, 3, 4].map((seq) => eventId(seq, 0)));
  await second.fanOut.stop();
});
