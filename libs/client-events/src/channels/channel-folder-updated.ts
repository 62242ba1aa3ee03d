import { ALL_ROLES } from '@parley/contracts';
import { channelFolderUpdated } from '@parley/contracts/channels';
import { fanOut } from '../fan-out.js';

export const channelFolderUpdatedFanOut = fanOut(channelFolderUpdated, {
  parts: ({ folderId, data }) => [
    {
      clientType: 'channel_folder',
      audience: { roles: ALL_ROLES },
      render: () => ({ type: 'channel_folder', op: 'update', channel_folder_id: folderId, data }),
    },
  ],
});
