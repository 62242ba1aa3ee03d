import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES, ROLES } from '../roles.js';

const payload = z.object({ channelIds: z.array(z.int()) });

/** The complete list of default channels changed. Guests do not receive it. */
export const defaultChannelsChanged: DomainEvent<'default-channels.changed', z.infer<typeof payload>> = domainEvent({
  type: 'default-channels.changed',
  owner: 'channels',
  payload,
  parts: ({ channelIds }) => [
    {
      clientType: 'default_streams',
      audience: { roles: ALL_ROLES.filter((role) => role !== ROLES.guest) },
      render: () => ({ type: 'default_streams', default_streams: channelIds }),
    },
  ],
});
