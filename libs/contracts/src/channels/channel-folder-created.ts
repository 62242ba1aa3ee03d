import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { channelFolderObject } from './channel-folder-object.js';

const payload = z.object({ folder: channelFolderObject });

/** A channel folder was created. */
export const channelFolderCreated: DomainEvent<'channel-folder.created', z.infer<typeof payload>> = domainEvent({
  type: 'channel-folder.created',
  owner: 'channels',
  payload,
});
