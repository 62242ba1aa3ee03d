import { guestAccessChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

export const guestAccessChangedFanOut = fanOut(guestAccessChanged, {
  parts: () => [],
  indexChanges: ({ userIds }) => [{ kind: 'end-queues', userIds }],
});
