import { expect, it } from '@jest/globals';
import { compactionPoint } from './compaction-point.js';

it.each<[number[], number[], number | undefined]>([
  [[], [], undefined],
  [[1, 2, 3], [], 3],
  [[1, 2, 3], [4, 5], 3],
  [[1, 2, 4], [3], 4],
  [[3, 4], [1, 2], undefined],
  [[3, 4, 5, 6], [1, 2], 6],
  [[1, 2, 9, 10], [3, 4, 5], 2],
  [[1, 2, 9, 10, 11, 12], [3, 4, 5], 12],
  [[5], [1], undefined],
])('with %j read and %j unread the watermark moves to %p', (readIds, unreadIds, point) => {
  expect(compactionPoint(readIds, unreadIds)).toBe(point);
});
