import type { PayloadOf } from '@parley/contracts';
import { type ChannelWatchers, channelCreated } from '@parley/contracts/channels';
import { fanOut } from '../fan-out.js';

type Payload = PayloadOf<typeof channelCreated>;

/**
 * Users who can see a channel without being subscribed receive it. Subscribers who could not see it receive it with their subscription
 * (subscription.added), which follows in the log.
 */
export const channelCreatedFanOut = fanOut(channelCreated, {
  parts: ({ channels }) =>
    [...byWatchers(channels).values()].map(({ watchers, objects }) => ({
      clientType: 'stream',
      audience: { roles: watchers.roles, users: watchers.userIds },
      render: () => ({ type: 'stream', op: 'create', streams: objects }),
    })),
});

function byWatchers(channels: Payload['channels']) {
  const groups = new Map<string, { watchers: ChannelWatchers; objects: Payload['channels'][number]['channel'][] }>();
  for (const { channel, watchers } of channels) {
    const key = JSON.stringify(watchers);
    const group = groups.get(key) ?? { watchers, objects: [] };
    group.objects.push(channel);
    groups.set(key, group);
  }
  return groups;
}
