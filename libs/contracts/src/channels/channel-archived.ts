import { z } from 'zod';
import { channelWatchers } from '../channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({ channelId: z.int(), name: z.string(), watchers: channelWatchers });

/** A channel was archived. */
export const channelArchived: DomainEvent<'channel.archived', z.infer<typeof payload>> = domainEvent({
  type: 'channel.archived',
  owner: 'channels',
  payload,
});
