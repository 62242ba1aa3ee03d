import { type Caller, type InheritedNotifications, withInherited } from '@parley/contracts';
import { channelObjects, personalPropertiesOf, type Reader, subscriptionsOfUser } from '@parley/persistence';
import { JsonText } from '@parley/rpc';
import { visibleChannels } from '../channels/visible-channels.js';
import { listedSubscribers, type WantedSubscribers } from './listed-subscribers.js';

/** A channel as a client reads it (spec 2.3), as JSON, and what it is sorted by. */
export interface WrittenChannel {
  readonly name: string;
  readonly json: string;
}

/** What somebody sees of an organization's channels. */
export interface OwnChannels {
  /** Every channel he may know of. */
  readonly channels: WrittenChannel[];
  readonly subscriptions: WrittenChannel[];
  /** Channels he left and may still know of. */
  readonly unsubscribed: WrittenChannel[];
  readonly neverSubscribed: WrittenChannel[];
}

export interface OwnChannelsOptions {
  readonly wantedSubscribers: WantedSubscribers;
  readonly wantsArchived: boolean;
  /** For a client that does not know that null inherits. Initially it does. */
  readonly inherited?: InheritedNotifications;
}

/**
 * The channels as the caller sees them, with his own properties. A constant number of statements. Each channel is written once for all lists it is
 * in, and the ids of its subscribers as PostgreSQL wrote them.
 */
export async function ownChannels(reader: Reader, caller: Caller, options: OwnChannelsOptions): Promise<OwnChannels> {
  const { organizationId } = caller;
  const visible = await visibleChannels(reader, caller);
  const shown = visible.map(({ channel }) => channel).filter((channel) => options.wantsArchived || !channel.isArchived);
  const channels = await channelObjects(reader, organizationId, shown);
  const listed = await listedSubscribers(reader, organizationId, channels, options.wantedSubscribers);
  const subscriptions = new Map((await subscriptionsOfUser(reader, organizationId, caller.userId)).map((row) => [row.channelId, row]));

  const result: OwnChannels = { channels: [], subscriptions: [], unsubscribed: [], neverSubscribed: [] };
  for (const channel of channels) {
    const { name } = channel;
    const object = JSON.stringify(channel);
    const subscribers = listed(channel.stream_id);
    const subscription = subscriptions.get(channel.stream_id);
    result.channels.push({ name, json: object });
    if (subscription === undefined) {
      result.neverSubscribed.push({ name, json: merged(object, subscribers) });
      continue;
    }
    const chosen = personalPropertiesOf(subscription);
    const personal = options.inherited === undefined ? chosen : withInherited(chosen, options.inherited);
    const own = JSON.stringify({ ...personal, in_home_view: !personal.is_muted });
    (subscription.active ? result.subscriptions : result.unsubscribed).push({ name, json: merged(object, own, subscribers) });
  }
  return result;
}

export function writtenList(channels: readonly WrittenChannel[]): JsonText {
  return JsonText.written(`[${channels.map(({ json }) => json).join(',')}]`);
}

/** One JSON object with the fields of all. */
function merged(...objects: readonly string[]): string {
  const fields = objects.filter((object) => object !== '{}').map((object) => object.slice(1, -1));
  return `{${fields.join(',')}}`;
}
