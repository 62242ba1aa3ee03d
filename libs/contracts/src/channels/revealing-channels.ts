import type { Audience, ClientEvent, Part, QueueView } from '../domain-event.js';
import { refusesUnknownFields } from '../settings/stock-clients.js';
import type { ChannelObject } from './channel-object.js';
import type { FormerSubscriber } from './former-subscriber.js';
import { shownTo } from './inherited-notifications.js';

interface Revealed {
  readonly channel: ChannelObject;
  readonly subscriberIds: readonly number[];
  /** Those of the audience who left the channel once. To them it is no new channel, but one that they are not subscribed to any more. */
  readonly former: readonly FormerSubscriber[];
}

/** Whether the client shows archived channels (capability archived_channels). To others they do not exist. */
export function knowsArchivedChannels({ capabilities }: QueueView): boolean {
  return capabilities.archived_channels === true;
}

/**
 * How people learn of a channel that exists already, and of who is subscribed. Clients add up the subscribers they hear of, so those who will
 * hear of them are first shown none. Who left it once reads it with his own properties, as registration lists it under `unsubscribed`.
 */
export function revealed({ channel, subscriberIds, former }: Revealed, audience: Audience): Part[] {
  const create: Part = {
    clientType: 'stream',
    audience,
    render: (queue): ClientEvent => ({
      type: 'stream',
      op: 'create',
      streams: [{ ...channel, ...(hearsOfSubscribers(queue) ? { subscriber_count: 0 } : {}), ...ownProperties(former, queue) }],
    }),
  };
  return subscriberIds.length === 0 ? [create] : [create, peersOf(channel.stream_id, subscriberIds, audience)];
}

function ownProperties(former: readonly FormerSubscriber[], queue: QueueView) {
  const me = former.find(({ userId }) => userId === queue.userId);
  if (me === undefined || refusesUnknownFields(queue.clientName)) return {};
  const own = shownTo(queue, me.properties, me.inherited);
  return { ...own, in_home_view: !own.is_muted };
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
