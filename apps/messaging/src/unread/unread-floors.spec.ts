import { expect, it } from '@jest/globals';
import { unreadFloors } from './unread-floors.js';

it.each([
  [1_000_000, 999_999, [0]],
  [1_000_000, 800_000, [0]],
  [1_000_000, 799_999, [900_000, 0]],
  [1_000_000, 0, [900_000, 600_000, 0]],
  [150_000, 0, [0]],
])('with newest id %i and oldest mark %i, unread messages are searched above %j', (newestId, oldestWatermark, floors) => {
  expect(unreadFloors(newestId, oldestWatermark)).toEqual(floors);
});
