import {
  type Caller,
  type ChannelObject,
  type InheritedNotifications,
  type SubscriptionObject,
  type UnsubscribedChannelObject,
  withInherited,
} from '@parley/contracts';
import { channelObjects, personalPropertiesOf, type Reader, subscriptionsOfUser } from '@parley/persistence';
import { visibleChannels } from '../channels/visible-channels.js';
import { listedSubscribers, type WantedSubscribers } from './listed-subscribers.js';

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
  readonly wantedSubscribers: WantedSubscribers;
  readonly wantsArchived: boolean;
  /** For a client that does not know that null inherits. Initially it does. */
  readonly inherited?: InheritedNotifications;
}

/** The channels as the caller sees them, with his own properties. A constant number of statements. */
export async function ownChannels(reader: Reader, caller: Caller, options: OwnChannelsOptions): Promise<OwnChannels> {
  const { organizationId } = caller;
  const visible = await visibleChannels(reader, caller);
  const shown = visible.map(({ channel }) => channel).filter((channel) => options.wantsArchived || !channel.isArchived);
  const channels = await channelObjects(reader, organizationId, shown);
  const listed = await listedSubscribers(reader, organizationId, channels, options.wantedSubscribers);
  const own = new Map((await subscriptionsOfUser(reader, organizationId, caller.userId)).map((row) => [row.channelId, row]));

  const result: OwnChannels = { channels, subscriptions: [], unsubscribed: [], neverSubscribed: [] };
  for (const channel of channels) {
    const lists = listed(channel.stream_id);
    const subscription = own.get(channel.stream_id);
    if (subscription === undefined) {
      result.neverSubscribed.push({ ...channel, ...lists });
      continue;
    }
    const chosen = personalPropertiesOf(subscription);
    const personal = options.inherited === undefined ? chosen : withInherited(chosen, options.inherited);
    const object = { ...channel, ...personal, in_home_view: !personal.is_muted, ...lists };
    (subscription.active ? result.subscriptions : result.unsubscribed).push(object);
  }
  return result;
}
