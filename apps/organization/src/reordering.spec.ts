import { describe, expect, it } from '@jest/globals';
import { isReordering } from './reordering.js';

describe('an order of 1, 2 and 3', () => {
  it.each<[number[], boolean]>([
    [[1, 2, 3], true],
    [[3, 1, 2], true],
    [[1, 2], false],
    [[1, 2, 2], false],
    [[1, 2, 3, 3], false],
    [[1, 2, 4], false],
    [[1, 2, 3, 4], false],
    [[], false],
  ])('%j: %s', (order, isOne) => {
    expect(isReordering(order, [1, 2, 3])).toBe(isOne);
  });
});
