import { userKeyReplaced } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

export const userKeyReplacedFanOut = fanOut(userKeyReplaced, {
  parts: () => [],
  indexChanges: ({ userId }) => [{ kind: 'end-queues', userIds: [userId] }],
});
