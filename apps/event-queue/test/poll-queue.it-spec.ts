import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventId, firstEphemeralId, snapshotEventId } from '@parley/contracts';
import { newQueueId } from '../src/queues/queue-id.js';
import { eventually } from './eventually.js';
import { at, INCARNATION, QueueFixture } from './queue-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

const CHANNEL = 7;
const ANNA = 11;
const BEN = 12;

let q: QueueFixture;
beforeAll(async () => {
  q = await QueueFixture.open();
});
afterAll(() => q.close());
beforeEach(() => q.organization(10, { [ANNA]: [CHANNEL], [BEN]: [] }));

const cursor = () => q.store.cursor(q.organizationId);

describe('poll', () => {
  it('returns entries until they are acknowledged, then removes them', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.append(10, [queue]);
    await q.append(11, [queue]);
    const all = { outcome: 'events', released: null, entries: [eventId(11, 0), eventId(12, 0)].map((id) => ({ id, body: '' })) };
    expect(await q.poll(queue, -1)).toEqual(all);
    expect(await q.poll(queue, snapshotEventId(10))).toEqual(all);
    expect(await q.poll(queue, eventId(11, 0))).toMatchObject({ entries: [{ id: eventId(12, 0) }] });
    expect(await q.held(queue)).toEqual([eventId(12, 0)]);
    expect(await q.poll(queue, snapshotEventId(10))).toEqual({ outcome: 'pruned' });
    expect(await q.poll(queue, -1)).toEqual({ outcome: 'pruned' });
  });

  it('accepts an id between entries and refuses one above the newest', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.append(10, [queue]);
    await q.append(11, []);
    await q.append(12, [queue]);
    expect(await q.poll(queue, eventId(12, 0))).toMatchObject({ entries: [{ id: eventId(13, 0) }] });
    expect(await q.poll(queue, eventId(13, 1))).toEqual({ outcome: 'notInQueue' });
    expect(await q.poll(queue, eventId(99, 0))).toEqual({ outcome: 'ahead' });
  });

  it('accepts only queues of this user whose registration is finished', async () => {
    const queue = await q.queue(ANNA, 10);
    expect(await q.poll(queue, -1, { userId: BEN })).toEqual({ outcome: 'bad' });
    expect(await q.poll(newQueueId({ incarnation: INCARNATION, organizationId: q.organizationId, userId: ANNA }), -1)).toEqual({
      outcome: 'bad',
    });
    const unfinished = newQueueId({ incarnation: INCARNATION, organizationId: q.organizationId, userId: ANNA });
    await q.created(unfinished, ANNA);
    expect(await q.poll(unfinished, -1)).toEqual({ outcome: 'bad' });
  });

  it('releases the older request for a newer one, and supersedes the older one when it is repeated', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.poll(queue, -1, { waiter: 'gateway-1|old' });
    expect(await q.poll(queue, -1, { waiter: 'gateway-2|new' })).toEqual({ outcome: 'hold', released: 'gateway-1|old' });
    expect(await q.poll(queue, -1, { waiter: 'gateway-1|old', mode: 'again' })).toEqual({ outcome: 'superseded' });
    expect(await q.poll(queue, -1, { waiter: 'gateway-1|old', mode: 'hb' })).toEqual({ outcome: 'superseded' });
    expect(await q.append(10, [queue])).toMatchObject({ waiters: [{ waiter: 'gateway-2|new' }] });
    expect(await q.poll(queue, -1, { waiter: 'gateway-2|new', mode: 'again' })).toMatchObject({ outcome: 'events', released: null });
  });

  it('stores nothing for a heartbeat and has no waiter after it', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.poll(queue, -1);
    expect(await q.poll(queue, -1, { mode: 'hb' })).toEqual({ outcome: 'events', released: null, entries: [] });
    expect(await q.held(queue)).toEqual([]);
    expect(await q.append(10, [queue])).toMatchObject({ waiters: [] });
  });

  it('keeps the waiter through wake-ups, until the poll is answered', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.poll(queue, -1);
    const waiters = [{ queueId: queue, waiter: 'gateway-1|a' }];
    expect(await q.append(10, [queue])).toMatchObject({ waiters });
    expect(await q.append(11, [queue])).toMatchObject({ waiters });
    await q.poll(queue, -1, { mode: 'again' });
    expect(await q.append(12, [queue])).toMatchObject({ waiters: [] });
  });

  it('detaches only the waiter that is named', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.poll(queue, -1);
    expect(await q.store.detach(q.organizationId, queue, 'gateway-1|b')).toBe('kept');
    expect(await q.store.detach(q.organizationId, queue, 'gateway-1|a')).toBe('detached');
    expect(await q.append(10, [queue])).toMatchObject({ waiters: [] });
  });

  it('does not count the time of a held poll as idle', async () => {
    const queue = await q.queue(ANNA, 10, { idleMs: 1_000 });
    const ttl = () => q.redis.client.pTTL(q.key(`s:${queue}`));
    expect(await ttl()).toBeLessThanOrEqual(1_000);
    await q.poll(queue, -1);
    expect(await ttl()).toBeGreaterThan(1_000);
    await q.store.detach(q.organizationId, queue, 'gateway-1|a');
    expect(await ttl()).toBeLessThanOrEqual(1_000);
  });
});

describe('a Redis that lost its latest writes', () => {
  it('lets a client that is ahead wait for the cursor, then continue exactly after its last event', async () => {
    const queue = await q.queue(ANNA, 10);
    const before = await q.remember();
    await q.append(10, [queue]);
    await before.restore();
    expect(await q.poll(queue, eventId(11, 0))).toEqual({ outcome: 'ahead' });
    await q.append(10, [queue]);
    await q.append(11, [queue]);
    expect(await q.poll(queue, eventId(11, 0))).toMatchObject({ entries: [{ id: eventId(12, 0) }] });
  });

  it('accepts an ephemeral event that only the client knows, and never reuses its id', async () => {
    const queue = await q.queue(ANNA, 10);
    const before = await q.remember();
    await q.store.appendEphemeral(q.organizationId, at(10), '1', [queue]);
    await before.restore();
    expect(await q.poll(queue, firstEphemeralId(10))).toEqual({ outcome: 'hold', released: null });
    // The client would take the same id with another body for an event that it already has.
    expect(await q.store.appendEphemeral(q.organizationId, at(10), '2', [queue])).toMatchObject({ added: 0 });
    await q.append(10, [queue]);
    expect(await q.poll(queue, firstEphemeralId(10), { mode: 'again' })).toMatchObject({ entries: [{ id: eventId(11, 0) }] });
  });

  it('accepts the acknowledgement of an event that other queues have not received yet', async () => {
    const [first, second] = [await q.queue(ANNA, 10), await q.queue(BEN, 10)];
    await q.append(10, [first], { outcome: 'more' });
    expect(await q.poll(first, eventId(11, 0))).toEqual({ outcome: 'hold', released: null });
    expect(await q.append(10, [second], { chunk: 1 })).toMatchObject({ added: 1 });
  });
});

describe('finish', () => {
  it('removes what the snapshot contains, keeps later entries, refuses late appends of earlier events', async () => {
    const queueId = newQueueId({ incarnation: INCARNATION, organizationId: q.organizationId, userId: ANNA });
    await q.created(queueId, ANNA);
    await q.append(10, [queueId]);
    // The snapshot shows 12 while fan-out is at 11.
    expect(await q.store.finish(q.organizationId, queueId, 12)).toMatchObject({ position: snapshotEventId(12) });
    expect(await q.held(queueId)).toEqual([]);
    expect(await q.append(11, [queueId])).toMatchObject({ added: 0, refused: 1 });
    await q.append(12, [queueId]);
    expect(await q.poll(queueId, snapshotEventId(12))).toMatchObject({ entries: [{ id: eventId(13, 0) }] });
  });

  it('keeps later entries that were appended before it ran', async () => {
    const queueId = newQueueId({ incarnation: INCARNATION, organizationId: q.organizationId, userId: ANNA });
    await q.created(queueId, ANNA);
    await q.append(10, [queueId]);
    await q.append(11, [queueId]);
    expect(await q.store.finish(q.organizationId, queueId, 11)).toMatchObject({ position: snapshotEventId(11) });
    expect(await q.poll(queueId, -1)).toMatchObject({ entries: [{ id: eventId(12, 0) }] });
  });

  it('reports a queue that is gone', async () => {
    expect(
      await q.store.finish(q.organizationId, newQueueId({ incarnation: INCARNATION, organizationId: q.organizationId, userId: ANNA }), 10),
    ).toBe('bad');
  });
});

describe('removal', () => {
  it('works for the owner, once, and leaves nothing', async () => {
    const queue = await q.queue(ANNA, 10, { all: true });
    await q.poll(queue, -1);
    expect(await q.store.remove(q.organizationId, queue, BEN)).toBe('bad');
    expect(await q.store.remove(q.organizationId, queue, ANNA)).toEqual({ waiter: 'gateway-1|a' });
    expect(await q.store.remove(q.organizationId, queue, ANNA)).toBe('bad');
    const left = await Promise.all((await q.redis.client.keys(q.key('*'))).map((key) => q.redis.client.type(key)));
    expect(
      await q.store.queuesOf(q.organizationId, { users: [ANNA], channels: [CHANNEL], roles: [400], publicChannel: CHANNEL + 1 }),
    ).toEqual([]);
    expect(left).not.toContain('stream');
  });

  it("leaves nothing of a bot's queues with its owner, after a deletion, an expiry and a reset", async () => {
    const ofOwners = async () => (await q.redis.client.keys(q.key('*'))).filter((key) => /:(bo|oq:\d+)$/.test(key));
    const [deleted, expires] = [await q.queue(ANNA, 10, { ownerId: 77 }), await q.queue(BEN, 10, { ownerId: 77, idleMs: 1 })];
    await eventually('a queue expires', async () => (await q.redis.client.exists(q.key(`s:${expires}`))) === 0);
    expect(await q.redis.client.sMembers(q.key('oq:77'))).toEqual(expect.arrayContaining([deleted, expires]));
    await q.store.remove(q.organizationId, deleted, ANNA);
    expect(await q.redis.client.hGetAll(q.key('bo'))).toEqual({ [BEN]: '77' });
    await q.store.sweep(q.organizationId);
    expect(await ofOwners()).toEqual([]);
    await q.queue(ANNA, 10, { ownerId: 77 });
    await q.store.reset(q.organizationId, at(10));
    expect(await ofOwners()).toEqual([]);
  });

  it('of expired queues without further appends is done by the sweep', async () => {
    const [stays, ...expire] = [await q.queue(ANNA, 10), await q.queue(ANNA, 10, { idleMs: 1 }), await q.queue(BEN, 10, { idleMs: 1 })];
    await eventually('two queues expire', async () => (await q.redis.client.exists(expire.map((queue) => q.key(`s:${queue}`)))) === 0);
    expect(await q.store.sweep(q.organizationId)).toBe(2);
    expect(await q.store.queuesOf(q.organizationId, { users: [ANNA, BEN], channels: [CHANNEL], roles: [400] })).toEqual([stays]);
  });
});

describe('building an index', () => {
  it('is done by one builder at a time; a builder that was replaced changes nothing', async () => {
    const organization = 9_001;
    const { store } = q;
    expect(
      await store.create(organization, {
        queueId: newQueueId({ incarnation: INCARNATION, organizationId: organization, userId: 1 }),
        incarnation: INCARNATION,
        userId: 1,
        descriptor: '{}',
        idleMs: 1,
        wantsAllPublicChannels: false,
      }),
    ).toBeNull();
    expect(await store.beginBuild(organization, 'a', 60_000)).toBe('claimed');
    await store.loadUsers(organization, 'a', [{ userId: 1, role: 400, channelIds: [5] }]);
    expect(await store.beginBuild(organization, 'b', 60_000)).toBe('busy');
    // The first builder is silent for too long; the data it loaded is out of date by now.
    expect(await store.beginBuild(organization, 'b', 0)).toBe('claimed');
    expect(await store.loadUsers(organization, 'a', [{ userId: 1, role: 400, channelIds: [6] }])).toBe(false);
    expect(await store.commitBuild(organization, 'a', at(3))).toBe(false);
    await store.loadUsers(organization, 'b', [{ userId: 2, role: 600, channelIds: [] }]);
    expect(await store.commitBuild(organization, 'b', at(4))).toBe(true);
    expect(await store.cursor(organization)).toEqual({ ...at(4), phase: '' });
    expect(await store.beginBuild(organization, 'c', 0)).toBe('built');
    expect(await q.redis.client.exists(`test:{${organization}}:uc:1`)).toBe(0);
    expect(await q.redis.client.hGetAll(`test:{${organization}}:ur`)).toEqual({ 2: '600' });
  });

  it('starts with nothing after a reset, which ends every queue', async () => {
    const queue = await q.queue(ANNA, 10);
    await q.poll(queue, -1);
    expect(await q.store.reset(q.organizationId, at(9))).toBeNull();
    expect(await q.store.reset(q.organizationId, at(10))).toEqual([{ queueId: queue, waiter: 'gateway-1|a' }]);
    expect(await cursor()).toBeNull();
    expect(await q.poll(queue, -1)).toEqual({ outcome: 'bad' });
  });
});
