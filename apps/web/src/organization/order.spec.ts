import { expect, it } from '@jest/globals';
import { earlier } from './order.js';

it.each([
  [3, [1, 3, 2]],
  [2, [2, 1, 3]],
  [1, [1, 2, 3]],
  [9, [1, 2, 3]],
])('moves %i a place to the front', (id, expected) => expect(earlier([1, 2, 3], id)).toEqual(expected));
