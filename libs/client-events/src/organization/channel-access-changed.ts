import { channelAccessChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

export const channelAccessChangedFanOut = fanOut(channelAccessChanged, {
  parts: () => [],
  indexChanges: ({ userIds }) => [{ kind: 'end-queues', userIds }],
});
