import { type ChannelUnarchived, channelUnarchived, initialPersonalProperties, listsSubscribers } from '@parley/contracts/channels';
import { type ClientEvent, fanOut, type Part, type QueueView } from '../fan-out.js';
import { inheritanceOf, shownTo } from './inherited-notifications.js';
import { knowsArchivedChannels, revealed } from './revealing-channels.js';

const knowsOnlyLiveChannels = (queue: QueueView) => !knowsArchivedChannels(queue);

/** Clients that know archived channels receive a property change, others a new channel. */
export const channelUnarchivedFanOut = fanOut(channelUnarchived, {
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
