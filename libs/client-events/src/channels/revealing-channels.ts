import type { ChannelObject, FormerSubscriber } from '@parley/contracts/channels';
import type { Audience, ClientEvent, Part, QueueView } from '../fan-out.js';
import { refusesUnknownFields } from '../stock-clients.js';
import { shownTo } from './inherited-notifications.js';

interface Revealed {
  readonly channel: ChannelObject;
  readonly subscriberIds: readonly number[];
  /** Users among the audience who were subscribed in the past. They receive it as a channel that they are not subscribed to any more. */
  readonly former: readonly FormerSubscriber[];
}

/** Whether the client shows archived channels (capability archived_channels). For others they do not exist. */
export function knowsArchivedChannels({ capabilities }: QueueView): boolean {
  return capabilities.archived_channels === true;
}

/**
 * Announces an existing channel and its subscribers to users who can see it now. Clients add up the subscribers that they receive, so those who
 * receive peer events get an empty list first. Former subscribers receive it with their own properties, as registration lists it under
 * `unsubscribed`.
 */
export function revealed({ channel, subscriberIds, former }: Revealed, audience: Audience): Part[] {
  const create: Part = {
    clientType: 'stream',
    audience,
    render: (queue): ClientEvent => ({
      type: 'stream',
      op: 'create',
      streams: [{ ...channel, ...(receivesPeerEvents(queue) ? { subscriber_count: 0 } : {}), ...ownProperties(former, queue) }],
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

/** The subscribers of a channel, for users who can see it now. */
function peersOf(channelId: number, subscriberIds: readonly number[], audience: Audience): Part {
  return {
    clientType: 'subscription',
    audience,
    render: () => ({ type: 'subscription', op: 'peer_add', stream_ids: [channelId], user_ids: subscriberIds }),
  };
}

/** Announces that a channel does not exist any more for the audience. */
export function hidden(channelId: number, audience: Audience): Part {
  return {
    clientType: 'stream',
    audience,
    render: () => ({ type: 'stream', op: 'delete', stream_ids: [channelId], streams: [{ stream_id: channelId }] }),
  };
}

function receivesPeerEvents({ eventTypes }: QueueView): boolean {
  return eventTypes === null || eventTypes.includes('subscription');
}
