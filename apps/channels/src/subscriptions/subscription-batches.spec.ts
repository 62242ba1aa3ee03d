import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { subscriptionBatches } from './subscription-batches.js';

const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

describe('batches of subscriptions', () => {
  it('channels with the same users share a batch, and channels without users have none', () => {
    const batches = subscriptionBatches(
      new Map([
        [1, [7, 8]],
        [2, [7]],
        [3, [7, 8]],
        [4, []],
      ]),
    );
    expect(batches).toEqual([
      { userIds: [7, 8], channelIds: [1, 3] },
      { userIds: [7], channelIds: [2] },
    ]);
  });

  it('5,000 users in 20 channels: at most 1,000 users and 5,000 subscriptions per batch', () => {
    const people = range(1, 5_000);
    const batches = subscriptionBatches(new Map(range(1, 20).map((channelId) => [channelId, people])));
    expect(batches).toHaveLength(20);
    for (const { userIds, channelIds } of batches) {
      expect(userIds.length).toBeLessThanOrEqual(1_000);
      expect(userIds.length * channelIds.length).toBeLessThanOrEqual(5_000);
    }
  });

  it('contain every subscription exactly once', () => {
    const people = fc.subarray([1, 2, 3, 4]).map((ids) => [...ids].sort((a, b) => a - b));
    fc.assert(
      fc.property(fc.array(people, { maxLength: 6 }), (lists) => {
        const requested = new Map(lists.map((userIds, channelId) => [channelId, userIds]));
        const pairs = subscriptionBatches(requested).flatMap(({ userIds, channelIds }) =>
          channelIds.flatMap((channelId) => userIds.map((userId) => `${channelId}:${userId}`)),
        );
        expect(pairs.sort()).toEqual(
          [...requested].flatMap(([channelId, userIds]) => userIds.map((userId) => `${channelId}:${userId}`)).sort(),
        );
      }),
    );
  });
});
