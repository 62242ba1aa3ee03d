import { z } from 'zod';
import { type ClientEvent, type DomainEvent, domainEvent, type Part, type QueueView } from '../domain-event.js';
import { channelObject } from './channel-object.js';
import { channelWatchers } from './channel-watchers.js';
import { formerSubscriber } from './former-subscriber.js';
import { inheritanceOf, inheritances, shownTo } from './inherited-notifications.js';
import { knowsArchivedChannels, revealed } from './revealing-channels.js';
import { initialPersonalProperties, listsSubscribers, personalProperties } from './subscription-object.js';

const payload = z.object({
  /** After this event. */
  channel: channelObject,
  watchers: channelWatchers,
  /** Ascending. */
  subscriberIds: z.array(z.int()),
  /** One color for each subscriber, in their order. */
  colors: z.array(z.string()),
  /** Subscribers with properties other than the color. */
  personal: z.array(z.object({ userId: z.int(), properties: personalProperties })),
  /** Watchers who were subscribed in the past. */
  former: z.array(formerSubscriber).optional(),
  /** Subscribers whose inherited values are not the initial ones. */
  inheriting: inheritances.optional(),
});
export type ChannelUnarchived = z.infer<typeof payload>;

const knowsOnlyLiveChannels = (queue: QueueView) => !knowsArchivedChannels(queue);

/**
 * A channel was unarchived, with its former subscriptions. Clients that know archived channels receive a property change, others a new channel.
 */
export const channelUnarchived: DomainEvent<'channel.unarchived', ChannelUnarchived> = domainEvent({
  type: 'channel.unarchived',
  owner: 'channels',
  payload,
  parts: (unarchived) => [updated(unarchived), ...[...created(unarchived), subscribed(unarchived)].map(onlyForOthers)],
});

function onlyForOthers(part: Part): Part {
  return { ...part, wants: knowsOnlyLiveChannels };
}

function updated({ channel, watchers }: ChannelUnarchived): Part {
  const { stream_id, name } = channel;
  return {
    clientType: 'stream',
    audience: { channels: [stream_id], roles: watchers.roles, users: watchers.userIds },
    wants: knowsArchivedChannels,
    render: () => ({ type: 'stream', op: 'update', stream_id, name, property: 'is_archived', value: false }),
  };
}

/** Subscribers receive the list of subscribers with their subscription. */
function created({ channel, watchers, subscriberIds, former = [] }: ChannelUnarchived): Part[] {
  const toSubscribers = revealed({ channel, subscriberIds: [], former: [] }, { users: subscriberIds });
  const others = { roles: watchers.roles, users: watchers.userIds, except: subscriberIds };
  return [...toSubscribers, ...revealed({ channel, subscriberIds, former }, others)];
}

function subscribed({ channel, subscriberIds, colors, personal, inheriting }: ChannelUnarchived): Part {
  return {
    clientType: 'subscription',
    audience: { users: subscriberIds },
    render: (queue): ClientEvent => {
      const stored = personal.find(({ userId }) => userId === queue.userId)?.properties;
      const properties = stored ?? initialPersonalProperties(colors[subscriberIds.indexOf(queue.userId)] ?? '');
      const own = shownTo(queue, properties, inheritanceOf(queue.userId, inheriting));
      const subscribers = listsSubscribers(channel, queue.includeSubscribers) ? { subscribers: subscriberIds } : {};
      return { type: 'subscription', op: 'add', subscriptions: [{ ...channel, ...own, in_home_view: !own.is_muted, ...subscribers }] };
    },
  };
}
