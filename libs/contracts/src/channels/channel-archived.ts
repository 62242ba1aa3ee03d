import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { channelWatchers } from './channel-watchers.js';
import { hidden, knowsArchivedChannels } from './revealing-channels.js';

const payload = z.object({ channelId: z.int(), name: z.string(), watchers: channelWatchers });

/** A channel was archived. Clients that know archived channels receive a property change, others a deletion. */
export const channelArchived: DomainEvent<'channel.archived', z.infer<typeof payload>> = domainEvent({
  type: 'channel.archived',
  owner: 'channels',
  payload,
  parts: ({ channelId, name, watchers }) => {
    const audience = { channels: [channelId], roles: watchers.roles, users: watchers.userIds };
    return [
      {
        clientType: 'stream',
        audience,
        wants: knowsArchivedChannels,
        render: () => ({ type: 'stream', op: 'update', stream_id: channelId, name, property: 'is_archived', value: true }),
      },
      { ...hidden(channelId, audience), wants: (queue) => !knowsArchivedChannels(queue) },
    ];
  },
});
