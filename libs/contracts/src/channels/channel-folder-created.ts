import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { channelFolderObject } from './channel-folder-object.js';

const payload = z.object({ folder: channelFolderObject });

/** A channel folder was created. All users receive it. */
export const channelFolderCreated: DomainEvent<'channel-folder.created', z.infer<typeof payload>> = domainEvent({
  type: 'channel-folder.created',
  owner: 'channels',
  payload,
  parts: ({ folder }) => [
    {
      clientType: 'channel_folder',
      audience: { roles: ALL_ROLES },
      render: () => ({ type: 'channel_folder', op: 'add', channel_folder: folder }),
    },
  ],
});
