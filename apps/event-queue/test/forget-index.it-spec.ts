import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { at, QueueFixture } from './queue-fixture.js';

let q: QueueFixture;
beforeAll(async () => {
  q = await QueueFixture.open();
});
afterAll(() => q.redis.close());
beforeEach(() => q.organization(7, { 1: [10, 11], 2: [10] }));

const LONG_MS = 60_000;
const keys = () => q.redis.client.keys(q.key('*'));
const isLive = async () => {
  for await (const page of q.store.live.of([q.organizationId % 64])) if (page.includes(q.organizationId)) return true;
  return false;
};
const isForgotten = (afterMs: number) => q.store.forgetIndex(q.organizationId, afterMs);

describe('the index of an organization', () => {
  it('is dropped when it has had no queue for long enough, with everything that belongs to it', async () => {
    expect(await isForgotten(20)).toBe(false);
    expect(await isLive()).toBe(true);
    await eventually('it is dropped', () => isForgotten(20));
    expect(await q.store.cursor(q.organizationId)).toBeNull();
    expect(await isLive()).toBe(false);
    expect(await keys()).toEqual([]);
  });

  it('stays while it has a queue, and the time begins anew with the last one', async () => {
    expect(await isForgotten(0)).toBe(false);
    const queue = await q.queue(1, 7);
    expect(await isForgotten(0)).toBe(false);
    await q.store.remove(q.organizationId, queue, 1);
    expect(await isForgotten(LONG_MS)).toBe(false);
    expect(await isForgotten(LONG_MS)).toBe(false);
    expect(await q.store.cursor(q.organizationId)).not.toBeNull();
    expect(await isLive()).toBe(true);
  });

  it('stays while it is built', async () => {
    await q.store.reset(q.organizationId, at(7));
    await q.store.beginBuild(q.organizationId, 'builder', 1_000);
    expect(await isForgotten(0)).toBe(false);
    expect(await isLive()).toBe(true);
    expect(await q.store.loadUsers(q.organizationId, 'builder', [{ userId: 1, role: 400, channelIds: [10] }])).toBe(true);
    expect(await q.store.commitBuild(q.organizationId, 'builder', at(8))).toBe(true);
  });

  it('is built anew after it was dropped', async () => {
    await eventually('it is dropped', () => isForgotten(0));
    expect(await q.store.beginBuild(q.organizationId, 'again', 1_000)).toBe('claimed');
    expect(await isLive()).toBe(true);
  });

  it('that was reset is no longer live', async () => {
    await q.store.reset(q.organizationId, at(7));
    expect(await isForgotten(LONG_MS)).toBe(true);
    expect(await isLive()).toBe(false);
  });
});
