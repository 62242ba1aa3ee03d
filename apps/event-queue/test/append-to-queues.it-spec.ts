import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventId, firstEphemeralId, snapshotEventId } from '@parley/contracts';
import { z } from 'zod';
import type { QueueStore } from '../src/queues/queue-store.js';
import { eventually } from './eventually.js';
import { at, QueueFixture } from './queue-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

const CHANNEL = 7;
const ANNA = 11;
const BEN = 12;
const CARL = 13;
const DORA = 14;
const EVE = 15;
const FRED = 16;

let q: QueueFixture;
beforeAll(async () => {
  q = await QueueFixture.open();
});
afterAll(() => q.close());
beforeEach(() => q.organization(10, { [ANNA]: [CHANNEL], [BEN]: [] }));

const cursor = () => q.store.cursor(q.organizationId);

describe('append', () => {
  it('appends in order, advances the cursor and names the waiters', async () => {
    const queue = await q.queue(ANNA, 10);
    expect(await q.poll(queue, -1)).toEqual({ outcome: 'hold', released: null });
    const appended = await q.append(10, [queue]);
    expect(appended).toMatchObject({ moved: false, added: 1, refused: 0, gone: [], waiters: [{ queueId: queue, waiter: 'gateway-1|a' }] });
    expect(await cursor()).toEqual({ ...at(11), phase: '' });
    expect(await q.held(queue)).toEqual([eventId(11, 0)]);
  });

  it('returns the lengths of the queues after the append, of at most 16', async () => {
    const few = [await q.queue(ANNA, 10), await q.queue(BEN, 10)];
    expect(await q.append(10, few)).toMatchObject({ lengths: [1, 1] });
    expect(await q.append(11, few.slice(1))).toMatchObject({ lengths: [2] });
    await q.organization(10, Object.fromEntries(Array.from({ length: 60 }, (_, index) => [100 + index, []])));
    const many = await Promise.all(Array.from({ length: 60 }, (_, index) => q.queue(100 + index, 10)));
    for (let seq = 10; seq < 15; seq += 1) {
      const { lengths } = z.object({ lengths: z.array(z.number()) }).parse(await q.append(seq, many));
      expect(new Set(lengths)).toEqual(new Set([seq - 9]));
      expect(lengths.length).toBeGreaterThanOrEqual(10);
      expect(lengths.length).toBeLessThanOrEqual(16);
    }
  });

  it('refuses a step whose cursor is behind or ahead, and changes nothing', async () => {
    const queue = await q.queue(ANNA, 10);
    // Redis was rolled back: this worker thinks that 11 is fanned out. Appending 12 would lose 11 forever.
    expect(await q.append(11, [queue])).toEqual({ moved: true });
    expect(await q.append(9, [queue])).toEqual({ moved: true });
    expect(await q.held(queue)).toEqual([]);
    expect(await cursor()).toEqual({ ...at(10), phase: '' });
  });

  it('refuses chunk 1 after a rollback removed chunk 0', async () => {
    const [first, second] = [await q.queue(ANNA, 10), await q.queue(BEN, 10)];
    const before = await q.remember();
    await q.append(10, [first], { outcome: 'more' });
    await before.restore();
    expect(await q.append(10, [second], { chunk: 1 })).toEqual({ moved: true });
    expect(await q.held(second)).toEqual([]);
    expect(await cursor()).toEqual({ ...at(10), phase: '' });
    // Another attempt starts from the beginning, and both queues get the event.
    await q.append(10, [first], { outcome: 'more', attempt: 'other' });
    expect(await q.append(10, [second], { chunk: 1 })).toEqual({ moved: true });
    await q.append(10, [second], { chunk: 1, attempt: 'other' });
    expect([await q.held(first), await q.held(second)]).toEqual([[eventId(11, 0)], [eventId(11, 0)]]);
  });

  it('does not advance the cursor with chunk 2 when chunk 1 is missing', async () => {
    await q.append(10, [], { outcome: 'more' });
    expect(await q.append(10, [], { chunk: 2 })).toEqual({ moved: true });
    expect(await cursor()).toEqual({ ...at(10), phase: '' });
  });

  it('adds nothing twice when a step is repeated, and still wakes', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.poll(queue, -1);
    await q.append(10, [queue], { outcome: 'more' });
    // The worker died before it sent its wake-ups; another one repeats the event.
    const again = await q.append(10, [queue], { attempt: 'other' });
    expect(again).toMatchObject({ added: 0, refused: 1, waiters: [{ queueId: queue, waiter: 'gateway-1|a' }] });
    expect(await q.held(queue)).toEqual([eventId(11, 0)]);
  });

  it('never creates the stream of a queue that is gone', async () => {
    const queue = await q.queue(ANNA, 10, { idleMs: 1 });
    await eventually('the queue expires', async () => (await q.redis.client.exists(q.key(`s:${queue}`))) === 0);
    expect(await q.append(10, [queue])).toMatchObject({ added: 0, gone: [queue] });
    expect(await q.redis.client.exists(q.key(`s:${queue}`))).toBe(0);
    expect(await q.store.clean(q.organizationId, [queue])).toBe(1);
    expect(await q.redis.client.keys(q.key(`*${queue}*`))).toEqual([]);
    expect(await q.store.queuesOf(q.organizationId, { users: [ANNA], channels: [CHANNEL], roles: [400] })).toEqual([]);
    expect(await q.store.countQueues(q.organizationId)).toBe(0);
  });

  it('fails as a whole on any error except a repeated id, and leaves the cursor', async () => {
    const [good, broken] = [await q.queue(ANNA, 10), await q.queue(BEN, 10)];
    await q.redis.client.del(q.key(`s:${broken}`));
    await q.redis.client.set(q.key(`s:${broken}`), 'not a stream');
    await expect(q.append(10, [good, broken])).rejects.toThrow('WRONGTYPE');
    expect(await cursor()).toEqual({ ...at(10), phase: '' });
    await q.redis.client.del(q.key(`s:${broken}`));
    expect(await q.append(10, [good, broken])).toMatchObject({ refused: 1, gone: [broken] });
    expect(await q.held(good)).toEqual([eventId(11, 0)]);
  });

  it('does not mistake another error of Redis for a repeated id', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.redis.client.sendCommand(['XSETID', q.key(`s:${queue}`), '18446744073709551615-18446744073709551615']);
    await expect(q.append(10, [queue])).rejects.toThrow('exhausted the last possible ID');
    expect(await cursor()).toEqual({ ...at(10), phase: '' });
  });

  it('ends a queue that exceeds its length limit and wakes its waiter', async () => {
    const queue = await q.queue(ANNA, 10);
    for (let seq = 10; seq < 15; seq += 1) await q.append(seq, [queue]);
    expect(await q.append(15, [queue])).toMatchObject({ ended: [queue] });
    expect(await q.poll(queue, -1)).toEqual({ outcome: 'bad' });
    expect(await q.store.countQueues(q.organizationId)).toBe(0);
  });

  it("ends the longest queues of a user whose queues together hold too much, and no other user's", async () => {
    const ben = await q.queue(BEN, 10);
    const [long, middle, short] = [await q.queue(ANNA, 10), await q.queue(ANNA, 10), await q.queue(ANNA, 10)];
    await q.poll(long, -1);
    for (let seq = 10; seq < 13; seq += 1) await q.append(seq, [ben, long, middle]);
    await q.append(13, [ben, long, short]);
    await q.append(14, [short]);
    // Four, three and two entries are just within the limit. The next entry exceeds it, in whichever queue.
    expect(await q.append(15, [ben, short])).toMatchObject({ ended: [long], waiters: [{ queueId: long, waiter: 'gateway-1|a' }] });
    expect(await q.poll(long, -1)).toEqual({ outcome: 'bad' });
    expect([(await q.held(middle)).length, (await q.held(short)).length, (await q.held(ben)).length]).toEqual([3, 3, 5]);
    expect(await q.append(16, [middle, short])).toMatchObject({ ended: [] });
  });

  it('ends the longest queues of the bots of one owner when they hold too much together, and none of another owner', async () => {
    const [ana, ben] = [await q.queue(ANNA, 10, { ownerId: CARL }), await q.queue(BEN, 10, { ownerId: CARL })];
    const third = await q.queue(DORA, 10, { ownerId: CARL });
    const other = await q.queue(EVE, 10, { ownerId: FRED });
    for (let seq = 10; seq < 14; seq += 1) await q.append(seq, [ana, ben, third, other]);
    expect(await q.append(14, [ben, other])).toMatchObject({ ended: [ben] });
    expect(await Promise.all([ana, third, other].map(async (queue) => (await q.held(queue)).length))).toEqual([4, 4, 5]);
  });

  it('appends several events to several queues in order', async () => {
    const [first, second] = [await q.queue(ANNA, 10), await q.queue(BEN, 10)];
    const ids = [eventId(11, 0), eventId(12, 0), eventId(13, 0)];
    const entries = [
      { ids, queues: [first, second] },
      { ids: ids.slice(0, 1), queues: [await q.queue(BEN, 10)] },
    ];
    expect(await q.append(10, [], { entries, nextSeq: 13 })).toMatchObject({ added: 7, refused: 0 });
    expect([await q.held(first), await q.held(second)]).toEqual([ids, ids]);
  });

  it('keeps ids exact up to 2^53', async () => {
    const seq = 2 ** 37 - 3;
    await q.organization(seq, { [ANNA]: [] });
    const queue = await q.queue(ANNA, seq);
    await q.append(seq, [queue]);
    await q.store.appendEphemeral(q.organizationId, at(seq + 1), '{"typing":true}', [queue]);
    const ids = [eventId(seq + 1, 0), firstEphemeralId(seq + 1)];
    expect(ids.every(Number.isSafeInteger)).toBe(true);
    expect(await q.poll(queue, snapshotEventId(seq))).toMatchObject({ entries: ids.map((id) => ({ id })) });
    expect(await q.poll(queue, firstEphemeralId(seq + 1), { mode: 'nb' })).toMatchObject({ outcome: 'events', entries: [] });
    expect(await q.poll(queue, firstEphemeralId(seq + 1) - 1, { mode: 'nb' })).toEqual({ outcome: 'pruned' });
  });
});

describe('index operations', () => {
  const change = (operations: Parameters<QueueStore['append']>[1]['operations'], seq = 10) => q.append(seq, [], { operations });
  const channelQueues = () => q.store.queuesOf(q.organizationId, { channels: [CHANNEL] });

  it('update existing and later queues of their user', async () => {
    const anna = await q.queue(ANNA, 10);
    const ben = await q.queue(BEN, 10);
    expect(await channelQueues()).toEqual([anna]);
    await change([
      ['subscribe', String(BEN), String(CHANNEL)],
      ['unsubscribe', String(ANNA), String(CHANNEL)],
    ]);
    expect(await channelQueues()).toEqual([ben]);
    const later = await q.queue(BEN, 11);
    expect((await channelQueues()).sort()).toEqual([ben, later].sort());
  });

  it('are applied after the appends of the same event', async () => {
    const ben = await q.queue(BEN, 10);
    const targets = await channelQueues();
    await q.append(10, targets, { operations: [['subscribe', String(BEN), String(CHANNEL)]] });
    expect(await q.held(ben)).toEqual([]);
  });

  it("keep each queue only in the set of its user's role, and guests out of all public channels", async () => {
    const ben = await q.queue(BEN, 10, { all: true });
    const audience = (role: number) => q.store.queuesOf(q.organizationId, { roles: [role] });
    const open = () => q.store.queuesOf(q.organizationId, { publicChannel: CHANNEL });
    expect([await audience(400), await open()]).toEqual([[ben], [ben]]);
    await change([['role', String(BEN), '600']]);
    expect([await audience(400), await audience(600), await open()]).toEqual([[], [ben], []]);
    await change([['role', String(BEN), '200']], 11);
    expect([await audience(600), await audience(200), await open()]).toEqual([[], [ben], [ben]]);
  });

  it('end the queues of a deactivated user and wake their waiters', async () => {
    const anna = await q.queue(ANNA, 10);
    await q.poll(anna, -1);
    expect(await change([['endQueues', String(ANNA)]])).toMatchObject({
      ended: [anna],
      waiters: [{ queueId: anna, waiter: 'gateway-1|a' }],
    });
    expect(await q.poll(anna, -1, { mode: 'again' })).toEqual({ outcome: 'bad' });
    expect(await channelQueues()).toEqual([]);
  });

  it('let a held poll take what its queue holds before the queue ends, when the organization is deactivated', async () => {
    const [held, silent, free] = [await q.queue(ANNA, 10), await q.queue(ANNA, 10), await q.queue(BEN, 10)];
    for (const queue of [held, silent]) await q.poll(queue, -1, { waiter: `gateway-1|${queue}` });
    const stopped = await q.append(10, [held, free], { operations: [['endOrganization']] });
    expect(stopped).toMatchObject({ ended: [free], waiters: expect.arrayContaining([{ queueId: held, waiter: `gateway-1|${held}` }]) });
    const again = (queue: string, last: number) => q.poll(queue, last, { mode: 'again', waiter: `gateway-1|${queue}` });
    expect(await again(held, -1)).toMatchObject({ outcome: 'events', entries: [{ id: eventId(11, 0) }] });
    expect(await again(silent, -1)).toEqual({ outcome: 'bad' });
    expect(await q.poll(free, -1)).toEqual({ outcome: 'bad' });
    // The event can be taken again until it is acknowledged.
    expect(await q.poll(held, -1)).toMatchObject({ outcome: 'events' });
    expect(await q.redis.client.pTTL(q.key(`s:${held}`))).toBeLessThanOrEqual(60_000);
    expect(await q.poll(held, eventId(11, 0))).toEqual({ outcome: 'bad' });
    expect(await q.redis.client.sCard(q.key('qs'))).toBe(0);
  });

  it('leave the index unchanged until the step that is fenced by the phase', async () => {
    const anna = await q.queue(ANNA, 10);
    await q.append(10, [anna], { outcome: 'indexing' });
    expect(await cursor()).toEqual({ ...at(10), phase: 'indexing' });
    // A worker that resolved audiences before the index began to change must not append to them.
    expect(await q.append(10, [anna], { attempt: 'zombie' })).toEqual({ moved: true });
    await q.append(10, [], {
      cursor: { ...at(10), phase: 'indexing' },
      attempt: 'successor',
      operations: [['unsubscribe', String(ANNA), String(CHANNEL)]],
    });
    expect(await cursor()).toEqual({ ...at(11), phase: '' });
    expect(await channelQueues()).toEqual([]);
  });
});

describe('ephemeral events', () => {
  it('get ascending ids between logged events, and start again after each', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.store.appendEphemeral(q.organizationId, at(10), 'a', [queue]);
    await q.store.appendEphemeral(q.organizationId, at(10), 'b', [queue]);
    await q.append(10, [queue]);
    await q.store.appendEphemeral(q.organizationId, at(11), 'c', [queue]);
    expect(await q.held(queue)).toEqual([firstEphemeralId(10), firstEphemeralId(10) + 1, eventId(11, 0), firstEphemeralId(11)]);
  });

  it('are dropped when the ids after a logged event are used up, and accepted again after the next', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.redis.client.hSet(q.key('o'), 'un', '32767');
    expect(await q.store.appendEphemeral(q.organizationId, at(10), 'last', [queue])).toMatchObject({ outcome: 'ok', added: 1 });
    expect(await q.store.appendEphemeral(q.organizationId, at(10), 'none left', [queue])).toEqual({ outcome: 'full' });
    expect(await q.held(queue)).toEqual([eventId(11, 0) - 1]);
    await q.append(10, [queue]);
    expect(await q.store.appendEphemeral(q.organizationId, at(11), 'next', [queue])).toMatchObject({ outcome: 'ok', added: 1 });
  });

  it('are not appended for an audience of an earlier index', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.append(10, []);
    expect(await q.store.appendEphemeral(q.organizationId, at(10), 'x', [queue])).toEqual({ outcome: 'moved' });
  });
});

describe('memory', () => {
  it('is under 2 KB for a stream with one entry', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.append(10, [queue]);
    expect(await q.redis.client.memoryUsage(q.key(`s:${queue}`))).toBeLessThan(2_048);
  });
});
