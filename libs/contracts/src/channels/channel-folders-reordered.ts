import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({ order: z.array(z.int()) });

/** The named channel folders have the positions 0, 1, 2 and so on. Others keep theirs. */
export const channelFoldersReordered: DomainEvent<'channel-folders.reordered', z.infer<typeof payload>> = domainEvent({
  type: 'channel-folders.reordered',
  owner: 'channels',
  payload,
});
