import { expect, it } from '@jest/globals';
import { newQueueId, ownerOf } from './queue-id.js';

it('contains its owner', () => {
  const owner = { incarnation: 'cc409ab81d88-1F', organizationId: 3, userId: 42 };
  expect(ownerOf(newQueueId(owner))).toEqual(owner);
});

it.each([
  '',
  'x',
  '1',
  `${newQueueId({ incarnation: 'cc409ab81d88-1', organizationId: 1, userId: 2 })}.3`,
  newQueueId({ incarnation: 'cc409ab81d88-1', organizationId: 1, userId: 2 }).replace('.', ':'),
])('is not accepted as a queue id: %s', (queueId) => {
  expect(ownerOf(queueId)).toBeNull();
});
