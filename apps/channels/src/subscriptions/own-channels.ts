import {
  channelObjectsOf,
  type GroupRecord,
  groupsInChannel,
  onlyVisible,
  personalPropertiesOf,
  selectGroupsById,
  selectGroupsOfUser,
} from '@parley/access';
import { withInherited } from '@parley/client-events';
import type { Caller } from '@parley/contracts';
import type { InheritedNotifications } from '@parley/contracts/channels';
import { type OwnChannel, type SqlReader, wantedIf } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import type { ListsByChannel } from './kept-subscriber-lists.js';
import { type ListedSubscribers, listedSubscribers, type WantedSubscribers } from './listed-subscribers.js';

/** A channel in wire format, as JSON, and its name for sorting. */
export interface SerializedChannel {
  readonly name: string;
  /** An object without its last brace. */
  readonly open: string;
  /** The list of its subscribers, which is the same for everyone. */
  readonly subscribers?: ListedSubscribers | undefined;
}

/** The caller's view of the organization's channels. */
export interface OwnChannels {
  /** All channels that the caller may see. */
  readonly channels: SerializedChannel[];
  readonly subscriptions: SerializedChannel[];
  /** Channels that the caller left and may still see. */
  readonly unsubscribed: SerializedChannel[];
  readonly neverSubscribed: SerializedChannel[];
}

export interface OwnChannelsOptions {
  readonly wantedSubscribers: WantedSubscribers;
  readonly wantsArchived: boolean;
  /** Lists of subscribers that are current. Those that are read are added. */
  readonly kept?: ListsByChannel | undefined;
  /** For clients that do not know that null means "inherited". Absent for clients that do. */
  readonly inherited?: InheritedNotifications;
}

/** What is read in addition to the channels. It can be read together with other selects. */
export function selectsForChannels({ organizationId, userId }: Caller, channels: readonly OwnChannel[]) {
  return {
    channelGroups: wantedIf(channels.length > 0, selectGroupsById(organizationId, channels.flatMap(groupsInChannel))),
    // Without private channels, the caller's groups make no difference.
    ownGroups: wantedIf(
      channels.some((channel) => channel.isPrivate),
      selectGroupsOfUser(organizationId, userId),
    ),
  };
}

interface GroupsOfChannels {
  readonly channelGroups: readonly GroupRecord[];
  readonly ownGroups: readonly { readonly groupId: number }[];
}

/**
 * The channels that the caller may see, with their own properties. Each channel is serialized once for all lists, and PostgreSQL serializes the
 * subscriber ids, in one statement.
 */
export async function ownChannels(
  reader: SqlReader,
  caller: Caller,
  {
    all,
    groups,
    options,
  }: { readonly all: readonly OwnChannel[]; readonly groups: GroupsOfChannels; readonly options: OwnChannelsOptions },
): Promise<OwnChannels> {
  const visible = onlyVisible(all, caller.role, new Set(groups.ownGroups.map(({ groupId }) => groupId)));
  const shown = visible.map(({ channel }) => channel).filter((channel) => options.wantsArchived || !channel.isArchived);
  const channels = channelObjectsOf(shown, groups.channelGroups);
  const listed = await listedSubscribers(reader, caller.organizationId, channels, {
    wanted: options.wantedSubscribers,
    kept: options.kept,
  });
  const subscriptions = new Map(shown.map(({ id, subscription }) => [id, subscription]));

  const result: OwnChannels = { channels: [], subscriptions: [], unsubscribed: [], neverSubscribed: [] };
  for (const channel of channels) {
    const { name } = channel;
    const object = JSON.stringify(channel).slice(0, -1);
    const subscribers = listed(channel.stream_id);
    const subscription = subscriptions.get(channel.stream_id) ?? null;
    result.channels.push({ name, open: object });
    if (subscription === null) {
      result.neverSubscribed.push({ name, open: object, subscribers });
      continue;
    }
    const chosen = personalPropertiesOf(subscription);
    const personal = options.inherited === undefined ? chosen : withInherited(chosen, options.inherited);
    const own = JSON.stringify({ ...personal, in_home_view: !personal.is_muted }).slice(1, -1);
    (subscription.active ? result.subscriptions : result.unsubscribed).push({ name, open: `${object},${own}`, subscribers });
  }
  return result;
}

export function serializedList(channels: readonly SerializedChannel[]): RawJson {
  const parts: (string | RawJson)[] = ['['];
  for (const [index, { open, subscribers }] of channels.entries()) {
    parts.push(index === 0 ? open : `,${open}`);
    if (subscribers !== undefined) parts.push(`,"${subscribers.field}":`, subscribers.ids);
    parts.push('}');
  }
  parts.push(']');
  return RawJson.ofParts(parts);
}
