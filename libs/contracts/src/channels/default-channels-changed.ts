import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';

const payload = z.object({ channelIds: z.array(z.int()) });

/** The complete list of default channels changed. */
export const defaultChannelsChanged: DomainEvent<'default-channels.changed', z.infer<typeof payload>> = domainEvent({
  type: 'default-channels.changed',
  owner: 'channels',
  payload,
});
