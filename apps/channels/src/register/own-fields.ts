import { knowsInheritance } from '@parley/client-events';
import { type Caller, displayTopic, ROLES } from '@parley/contracts';
import { inheritedOf } from '@parley/contracts/channels';
import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import { userSettings } from '@parley/contracts/settings';
import {
  channelsWithOwnSubscription,
  type OwnChannel,
  type SqlReader,
  selectDefaultChannelGroups,
  selectDefaultChannels,
  selectTogether,
  selectUserSettings,
  wantedIf,
} from '@parley/persistence';
import { selectChannelFolders } from '../folders/folders.repository.js';
import type { ListsByChannel } from '../subscriptions/kept-subscriber-lists.js';
import { ownChannels, selectsForChannels, serializedList } from '../subscriptions/own-channels.js';
import { selectMutedTopics, selectUserTopics } from '../topic-visibility/topic-visibility.repository.js';

type Fields = Record<string, unknown>;

/** A user's fields. Takes three statements: the channels, what belongs to them, and the lists of subscribers that `kept` lacks. */
export async function ownFields(
  reader: SqlReader,
  caller: Caller,
  options: RegisterOptions,
  kept: ListsByChannel | undefined,
): Promise<Fields> {
  const { organizationId, userId } = caller;
  const all = wantsChannels(options) ? await channelsWithOwnSubscription(reader, organizationId, userId) : [];
  const state = await readState(reader, caller, options, all);
  return {
    ...(wantsChannels(options) && (await channelFields(reader, caller, options, { all, state, kept }))),
    ...topicFields(state, options),
    ...defaultFields(state, options),
    ...(wantsFetched(options, 'channel_folders') && { channel_folders: state.folders }),
  };
}

type State = Awaited<ReturnType<typeof readState>>;

function readState(reader: SqlReader, caller: Caller, options: RegisterOptions, channels: readonly OwnChannel[]) {
  const { organizationId, userId, role } = caller;
  return selectTogether(reader, {
    ...selectsForChannels(caller, channels),
    settings: wantedIf(wantsChannels(options) && !knowsInheritance(options), selectUserSettings(organizationId, userId)),
    userTopics: wantedIf(wantsFetched(options, 'user_topic'), selectUserTopics(organizationId, userId)),
    mutedTopics: wantedIf(wantsMutedTopics(options), selectMutedTopics(organizationId, userId)),
    defaults: wantedIf(wantsFetched(options, 'default_streams') && role !== ROLES.guest, selectDefaultChannels(organizationId)),
    defaultGroups: wantedIf(
      wantsFetched(options, 'default_stream_groups') && role !== ROLES.guest,
      selectDefaultChannelGroups(organizationId),
    ),
    folders: wantedIf(wantsFetched(options, 'channel_folders'), selectChannelFolders(organizationId, { includeArchived: true })),
  });
}

export function wantsChannels(options: RegisterOptions): boolean {
  return wantsFetched(options, 'subscription', 'stream');
}

/** Clients that explicitly request user_topic do not need the older form. */
function wantsMutedTopics(options: RegisterOptions): boolean {
  return wantsFetched(options, 'muted_topics') && !(options.fetchEventTypes !== null && wantsFetched(options, 'user_topic'));
}

async function channelFields(
  reader: SqlReader,
  caller: Caller,
  options: RegisterOptions,
  { all, state, kept }: { readonly all: readonly OwnChannel[]; readonly state: State; readonly kept: ListsByChannel | undefined },
): Promise<Fields> {
  const own = await ownChannels(reader, caller, {
    all,
    groups: state,
    options: {
      wantedSubscribers: options.includeSubscribers,
      kept,
      wantsArchived: options.capabilities.archived_channels === true,
      ...(knowsInheritance(options) ? {} : { inherited: inheritedOf(state.settings[0] ?? userSettings({})) }),
    },
  });
  const fields: Fields = {};
  if (wantsFetched(options, 'subscription')) {
    fields.subscriptions = serializedList(own.subscriptions);
    fields.unsubscribed = serializedList(own.unsubscribed);
    fields.never_subscribed = serializedList(own.neverSubscribed);
  }
  if (wantsFetched(options, 'stream')) fields.streams = serializedList(own.channels).shared();
  return fields;
}

function topicFields({ userTopics, mutedTopics }: State, options: RegisterOptions): Fields {
  const shown = (topic: string) => displayTopic(topic, options.capabilities.empty_topic_name === true);
  const fields: Fields = {};
  if (wantsFetched(options, 'user_topic')) {
    fields.user_topics = userTopics.map((topic) => ({
      stream_id: topic.channelId,
      topic_name: shown(topic.topicName),
      last_updated: topic.updatedAt,
      visibility_policy: topic.visibilityPolicy,
    }));
  }
  if (wantsMutedTopics(options)) {
    fields.muted_topics = mutedTopics.flatMap(({ muted }) => muted).map(([channel, topic, at]) => [channel, shown(topic), at]);
  }
  return fields;
}

function defaultFields({ defaults, defaultGroups }: State, options: RegisterOptions): Fields {
  return {
    // Guests have neither, so the selects did not run.
    ...(wantsFetched(options, 'default_streams') && { realm_default_streams: defaults.map(({ id }) => id) }),
    ...(wantsFetched(options, 'default_stream_groups') && { realm_default_stream_groups: defaultGroups }),
  };
}
