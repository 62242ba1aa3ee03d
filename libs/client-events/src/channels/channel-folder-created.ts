import { ALL_ROLES } from '@parley/contracts';
import { channelFolderCreated } from '@parley/contracts/channels';
import { fanOut } from '../fan-out.js';

/** All users receive it. */
export const channelFolderCreatedFanOut = fanOut(channelFolderCreated, {
  parts: ({ folder }) => [
    {
      clientType: 'channel_folder',
      audience: { roles: ALL_ROLES },
      render: () => ({ type: 'channel_folder', op: 'add', channel_folder: folder }),
    },
  ],
});
