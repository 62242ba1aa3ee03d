import { channelArchived } from '@parley/contracts/channels';
import { fanOut } from '../fan-out.js';
import { hidden, knowsArchivedChannels } from './revealing-channels.js';

/** Clients that know archived channels receive a property change, others a deletion. */
export const channelArchivedFanOut = fanOut(channelArchived, {
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
