import { ALL_ROLES } from '@parley/contracts';
import { channelFoldersReordered } from '@parley/contracts/channels';
import { fanOut } from '../fan-out.js';

export const channelFoldersReorderedFanOut = fanOut(channelFoldersReordered, {
  parts: ({ order }) => [
    {
      clientType: 'channel_folder',
      audience: { roles: ALL_ROLES },
      render: () => ({ type: 'channel_folder', op: 'reorder', order }),
    },
  ],
});
