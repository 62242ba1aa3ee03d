import { z } from 'zod';
import { channelWatchers } from '../channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { channelObject } from './channel-object.js';

const payload = z.object({ channels: z.array(z.object({ channel: channelObject, watchers: channelWatchers })) });
type Payload = z.infer<typeof payload>;

/** Channels were created. */
export const channelCreated: DomainEvent<'channel.created', Payload> = domainEvent({
  type: 'channel.created',
  owner: 'channels',
  payload,
});
