import { expect, it } from '@jest/globals';
import { cellWithMostRoom } from './room.policy.js';

const cell = (name: string, capacity: number | null, organizations: number, isOpen = true) => ({ name, capacity, organizations, isOpen });

it.each([
  ['the one with more places left', [cell('a', 10, 8), cell('b', 5, 1)], 'b'],
  ['one without limit', [cell('a', 1_000, 0), cell('b', null, 5_000)], 'b'],
  ['of several without limit the one with the fewest organizations', [cell('a', null, 3), cell('b', null, 2)], 'b'],
  ['none that is closed', [cell('a', 2, 1), cell('b', 100, 0, false)], 'a'],
  ['none that is full', [cell('a', 2, 2), cell('b', 3, 3)], undefined],
  ['the first of equal ones', [cell('a', 2, 0), cell('b', 2, 0)], 'a'],
])('a new organization gets %s', (_, cells, expected) => {
  expect(cellWithMostRoom(cells)?.name).toBe(expected);
});
