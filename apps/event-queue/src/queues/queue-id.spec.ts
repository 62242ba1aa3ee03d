import { expect, it } from '@jest/globals';
import { newQueueId, ownerOf } from './queue-id.js';

it('carries its owner', () => {
  const owner = { incarnation: 'cc409ab81d88-1F', organizationId: 3, userId: 42 };
  expect(ownerOf(newQueueId(owner))).toEqual(owner);
});

it.each([
  '',
  'x',
  '1',
  `${newQueueId({ incarnation: 'cc409ab81d88-1', organizationId: 1, userId: 2 })}.3`,
  newQueueId({ incarnation: 'cc409ab81d88-1', organizationId: 1, userId: 2 }).replace('.', ':'),
])('names nothing of ours: %s', (queueId) => {
  expect(ownerOf(queueId)).toBeNull();
});
