import { expect, it } from '@jest/globals';
import { newQueueId, ownerOf } from './queue-id.js';

it('carries its owner', () => {
  const owner = { organizationId: 3, userId: 42 };
  expect(ownerOf(newQueueId(owner))).toEqual(owner);
});

it.each([
  '',
  'x',
  '1',
  `${newQueueId({ organizationId: 1, userId: 2 })}.3`,
  newQueueId({ organizationId: 1, userId: 2 }).replace('.', ':'),
])('names nothing of ours: %s', (queueId) => {
  expect(ownerOf(queueId)).toBeNull();
});
