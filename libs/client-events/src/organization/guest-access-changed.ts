import { guestAccessChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

/** The guests' queues end, and their clients register again. */
export const guestAccessChangedFanOut = fanOut(guestAccessChanged, {
  parts: () => [],
  indexChanges: ({ userIds }) => [{ kind: 'end-queues', userIds }],
});
