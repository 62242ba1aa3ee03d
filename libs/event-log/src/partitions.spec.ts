import { describe, expect, it } from '@jest/globals';
import { addressesOf, bucketOf, PARTITION_COUNTS, partitionOf, wakeUpAddress } from './partitions.js';

const ids = [1, 2, 63, 64, 65, 255, 256, 1_023, 4_095, 4_096, 100_003, 2_147_483_647];

/** Whether NATS delivers a message with this address to a subscription. */
function receives(subscription: string, address: string): boolean {
  const beginning = subscription.replace(/>$/, '');
  return subscription.endsWith('>') && address.startsWith(beginning) && address.length > beginning.length;
}

describe('the address of a wake-up', () => {
  it.each(PARTITION_COUNTS)('is heard by the holder of its partition among %i, and by no other', (partitions) => {
    for (const id of ids) {
      const own = addressesOf(new Set([partitionOf(id, partitions)]), partitions);
      expect(own).toHaveLength(1);
      expect(own.some((one) => receives(one, wakeUpAddress(id)))).toBe(true);
      const others = new Set(Array.from({ length: partitions }, (_, n) => n).filter((n) => n !== partitionOf(id, partitions)));
      expect(addressesOf(others, partitions).some((one) => receives(one, wakeUpAddress(id)))).toBe(false);
    }
  });

  it('is heard with one subscription by the holder of everything', () => {
    for (const partitions of PARTITION_COUNTS) {
      expect(addressesOf(new Set(Array.from({ length: partitions }, (_, n) => n)), partitions)).toEqual(['>']);
    }
  });

  it('is heard with few subscriptions by the holder of partitions that belong together', () => {
    const quarter = new Set(Array.from({ length: 64 }, (_, n) => 4 * n + 1));
    expect(addressesOf(quarter, 256)).toEqual(['1.>']);
    expect(addressesOf(new Set([...quarter, 2]), 256)).toEqual(['1.>', '2.0.0.0.>']);
    expect(addressesOf(new Set(), 256)).toEqual([]);
  });
});

it('organizations of a partition are in one bucket of the log, whatever the number of partitions', () => {
  for (const partitions of PARTITION_COUNTS) {
    for (const id of ids) expect(bucketOf(partitionOf(id, partitions))).toBe(bucketOf(id));
  }
});
