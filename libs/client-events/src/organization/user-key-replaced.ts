import { userKeyReplaced } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

/** No client receives an event; queues of the old key end. */
export const userKeyReplacedFanOut = fanOut(userKeyReplaced, {
  parts: () => [],
  indexChanges: ({ userId }) => [{ kind: 'end-queues', userIds: [userId] }],
});
