import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { channelFolderObject } from './channel-folder-object.js';

const payload = z.object({
  folderId: z.int(),
  /** The changed properties with their new values. */
  data: channelFolderObject.pick({ name: true, description: true, rendered_description: true, is_archived: true }).partial(),
});

/** A channel folder was renamed, described, archived or unarchived. */
export const channelFolderUpdated: DomainEvent<'channel-folder.updated', z.infer<typeof payload>> = domainEvent({
  type: 'channel-folder.updated',
  owner: 'channels',
  payload,
});
