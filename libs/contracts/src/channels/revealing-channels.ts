import type { Audience, ClientEvent, Part, QueueView } from '../domain-event.js';
import type { ChannelObject } from './channel-object.js';

/** Whether the client shows archived channels (capability archived_channels). To others they do not exist. */
export function knowsArchivedChannels({ capabilities }: QueueView): boolean {
  return capabilities.archived_channels === true;
}

/**
 * How people learn of a channel that exists already, and of who is subscribed. Clients add up the subscribers they hear of, so those who will
 * hear of them are first shown none.
 */
export function revealed(channel: ChannelObject, subscriberIds: readonly number[], audience: Audience): Part[] {
  const create: Part = {
    clientType: 'stream',
    audience,
    render: (queue): ClientEvent => ({
      type: 'stream',
      op: 'create',
      streams: [hearsOfSubscribers(queue) ? { ...channel, subscriber_count: 0 } : channel],
    }),
  };
  return subscriberIds.length === 0 ? [create] : [create, peersOf(channel.stream_id, subscriberIds, audience)];
}

/** Who is subscribed to a channel, for those who just learned of it. */
function peersOf(channelId: number, subscriberIds: readonly number[], audience: Audience): Part {
  return {
    clientType: 'subscription',
    audience,
    render: () => ({ type: 'subscription', op: 'peer_add', stream_ids: [channelId], user_ids: subscriberIds }),
  };
}

/** How people learn that a channel does not exist for them any more. */
export function hidden(channelId: number, audience: Audience): Part {
  return {
    clientType: 'stream',
    audience,
    render: () => ({ type: 'stream', op: 'delete', stream_ids: [channelId], streams: [{ stream_id: channelId }] }),
  };
}

function hearsOfSubscribers({ eventTypes }: QueueView): boolean {
  return eventTypes === null || eventTypes.includes('subscription');
}
