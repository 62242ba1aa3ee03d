import { describe, expect, it } from '@jest/globals';
import { REGISTER_EVERYTHING } from '@parley/testing';
import { KeptSubscriberLists } from './kept-subscriber-lists.js';

const caller = (organizationId: number) => ({
  organizationId,
  userId: 1,
  role: 400 as const,
  isBot: false,
  botOwnerId: null,
  clientName: 'tests',
});
const call = (subscribersVersion?: number, seq = 1) => ({
  snapshotId: '',
  options: REGISTER_EVERYTHING,
  organizationPosition: { incarnation: 'one', seq },
  subscribersVersion,
});

/** Adds a list in each call that has none yet. Returns what was kept before. */
const added = (kept: KeptSubscriberLists, organizationId: number, params: ReturnType<typeof call>, list = '[1]') =>
  kept.using(caller(organizationId), params, async (lists) => {
    const before = lists?.get(7);
    lists?.set(7, list);
    return before;
  });

describe('kept lists of subscribers', () => {
  it('are used again while the versions are the same, in the same organization', async () => {
    const kept = new KeptSubscriberLists();
    expect(await added(kept, 1, call(3), '[1,2]')).toBeUndefined();
    expect(await added(kept, 1, call(3))).toBe('[1,2]');
    expect(await added(kept, 2, call(3))).toBeUndefined();
    expect(await added(kept, 1, call(4))).toBeUndefined();
    expect(await added(kept, 1, call(4, 2))).toBeUndefined();
  });

  it('are not there for a call without versions', async () => {
    const kept = new KeptSubscriberLists();
    expect(await kept.using(caller(1), call(), async (lists) => lists)).toBeUndefined();
  });

  it('take at most 32 MB, also those that later calls add to an organization', async () => {
    const kept = new KeptSubscriberLists();
    const megabyte = '1'.repeat(1024 * 1024);
    // The first call of each organization reads no lists.
    for (let organization = 1; organization <= 40; organization += 1) {
      await kept.using(caller(organization), call(1), async () => undefined);
    }
    for (let organization = 1; organization <= 40; organization += 1) await added(kept, organization, call(1), megabyte);
    const still: number[] = [];
    for (let organization = 1; organization <= 40; organization += 1) {
      const size = await kept.using(caller(organization), call(1), async (lists) => lists?.size ?? 0);
      if (size > 0) still.push(organization);
    }
    expect(still.length).toBeGreaterThan(20);
    expect(still.length).toBeLessThan(32);
    expect(still).toContain(40);
    expect(still).not.toContain(1);
  });
});
