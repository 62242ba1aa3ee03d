import { channelObjectsOf, groupsInChannel, selectGroupsById } from '@parley/access';
import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import { type SqlReader, selectTogether, wantedIf, webPublicChannels } from '@parley/persistence';
import { selectChannelFolders } from '../folders/folders.repository.js';

type Fields = Record<string, unknown>;

const EMPTY_LISTS = {
  subscription: ['subscriptions', 'unsubscribed'],
  user_topic: ['user_topics'],
  muted_topics: ['muted_topics'],
  default_streams: ['realm_default_streams'],
  default_stream_groups: ['realm_default_stream_groups'],
};

/** For visitors who are not logged in: the web-public channels without subscribers, and the folders of these channels. */
export async function spectatorFields(reader: SqlReader, organizationId: number, options: RegisterOptions): Promise<Fields> {
  const empty = Object.entries(EMPTY_LISTS).filter(([group]) => wantsFetched(options, group));
  const fields: Fields = Object.fromEntries(empty.flatMap(([, names]) => names.map((name) => [name, []])));
  if (!wantsFetched(options, 'subscription', 'stream', 'channel_folders')) return fields;

  const wantsArchived = options.capabilities.archived_channels === true;
  const shown = (await webPublicChannels(reader, organizationId)).filter((channel) => wantsArchived || !channel.isArchived);
  const wantsChannels = wantsFetched(options, 'subscription', 'stream');
  const wantsFolders = wantsFetched(options, 'channel_folders');
  const { groups, folders } = await selectTogether(reader, {
    groups: wantedIf(wantsChannels, selectGroupsById(organizationId, shown.flatMap(groupsInChannel))),
    folders: wantedIf(wantsFolders, selectChannelFolders(organizationId, { includeArchived: true })),
  });
  if (wantsChannels) {
    const channels = channelObjectsOf(shown, groups);
    if (wantsFetched(options, 'subscription')) fields.never_subscribed = channels;
    if (wantsFetched(options, 'stream')) fields.streams = channels;
  }
  if (wantsFolders) {
    const folderIds = new Set(shown.map((channel) => channel.folderId));
    fields.channel_folders = folders.filter((folder) => folderIds.has(folder.id));
  }
  return fields;
}
