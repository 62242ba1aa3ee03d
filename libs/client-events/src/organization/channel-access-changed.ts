import { channelAccessChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

/** The queues of these users end, and their clients register again, so they show no outdated state and miss nothing. */
export const channelAccessChangedFanOut = fanOut(channelAccessChanged, {
  parts: () => [],
  indexChanges: ({ userIds }) => [{ kind: 'end-queues', userIds }],
});
