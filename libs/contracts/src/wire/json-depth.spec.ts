import { expect, it } from '@jest/globals';
import { isDeeperThan } from './json-depth.js';

it.each<[number, unknown, boolean]>([
  [0, 'text', false],
  [0, null, false],
  [0, [], true],
  [0, {}, true],
  [1, [], false],
  [1, [1, 'a', null], false],
  [1, [1, []], true],
  [1, { a: 1, b: {} }, true],
  [2, { a: [1], b: {} }, false],
  [2, { a: [[]] }, true],
])('%j levels or more: %j: %j', (levels, value, isDeeper) => expect(isDeeperThan(levels, value)).toBe(isDeeper));

it('stops at that depth', () => {
  const endless: unknown[] = [];
  endless.push(endless);
  expect(isDeeperThan(32, endless)).toBe(true);
});
