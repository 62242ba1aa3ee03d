import {
  type Caller,
  type ChannelObject,
  listsSubscribers,
  type SubscriptionObject,
  type UnsubscribedChannelObject,
} from '@parley/contracts';
import { type Reader, subscribersOf, subscriptionsOfUser } from '@parley/persistence';
import { channelObjects } from '../channels/channel-objects.js';
import { visibleChannels } from '../channels/visible-channels.js';
import { personalPropertiesOf } from './personal-properties.js';

/** What somebody sees of an organization's channels. */
export interface OwnChannels {
  /** Every channel he may know of. */
  readonly channels: ChannelObject[];
  readonly subscriptions: SubscriptionObject[];
  /** Channels he left and may still know of. */
  readonly unsubscribed: SubscriptionObject[];
  readonly neverSubscribed: UnsubscribedChannelObject[];
}

export interface OwnChannelsOptions {
  /** False: subscribers are listed for small channels only. */
  readonly wantsSubscribers: boolean;
  readonly wantsArchived: boolean;
}

/** The channels as the caller sees them, with his own properties. A constant number of statements. */
export async function ownChannels(reader: Reader, caller: Caller, options: OwnChannelsOptions): Promise<OwnChannels> {
  const { organizationId } = caller;
  const visible = await visibleChannels(reader, caller);
  const shown = visible.map(({ channel }) => channel).filter((channel) => options.wantsArchived || !channel.isArchived);
  const channels = await channelObjects(reader, organizationId, shown);
  const listed = channels.filter((channel) => listsSubscribers(channel, options.wantsSubscribers)).map((channel) => channel.stream_id);
  const subscribers = new Map((await subscribersOf(reader, organizationId, listed)).map((row) => [row.channelId, [...row.userIds]]));
  const own = new Map((await subscriptionsOfUser(reader, organizationId, caller.userId)).map((row) => [row.channelId, row]));

  const result: OwnChannels = { channels, subscriptions: [], unsubscribed: [], neverSubscribed: [] };
  const isListed = new Set(listed);
  for (const channel of channels) {
    const lists = isListed.has(channel.stream_id) ? { subscribers: subscribers.get(channel.stream_id) ?? [] } : {};
    const subscription = own.get(channel.stream_id);
    if (subscription === undefined) {
      result.neverSubscribed.push({ ...channel, ...lists });
      continue;
    }
    const personal = personalPropertiesOf(subscription);
    const object = { ...channel, ...personal, in_home_view: !personal.is_muted, ...lists };
    (subscription.active ? result.subscriptions : result.unsubscribed).push(object);
  }
  return result;
}
