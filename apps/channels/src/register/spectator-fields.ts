import { channelObjects } from '@parley/access';
import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import { type Tx, webPublicChannels } from '@parley/persistence';
import { channelFolders } from '../folders/folders.repository.js';

type Fields = Record<string, unknown>;

const EMPTY_LISTS = {
  subscription: ['subscriptions', 'unsubscribed'],
  user_topic: ['user_topics'],
  muted_topics: ['muted_topics'],
  default_streams: ['realm_default_streams'],
  default_stream_groups: ['realm_default_stream_groups'],
};

/** For visitors who are not logged in: the web-public channels without subscribers, and the folders of these channels. */
export async function spectatorFields(tx: Tx, organizationId: number, options: RegisterOptions): Promise<Fields> {
  const empty = Object.entries(EMPTY_LISTS).filter(([group]) => wantsFetched(options, group));
  const fields: Fields = Object.fromEntries(empty.flatMap(([, names]) => names.map((name) => [name, []])));
  if (!wantsFetched(options, 'subscription', 'stream', 'channel_folders')) return fields;

  const wantsArchived = options.capabilities.archived_channels === true;
  const shown = (await webPublicChannels(tx, organizationId)).filter((channel) => wantsArchived || !channel.isArchived);
  if (wantsFetched(options, 'subscription', 'stream')) {
    const channels = await channelObjects(tx, organizationId, shown);
    if (wantsFetched(options, 'subscription')) fields.never_subscribed = channels;
    if (wantsFetched(options, 'stream')) fields.streams = channels;
  }
  if (wantsFetched(options, 'channel_folders')) {
    const folderIds = new Set(shown.map((channel) => channel.folderId));
    const folders = await channelFolders(tx, organizationId, { includeArchived: true });
    fields.channel_folders = folders.filter((folder) => folderIds.has(folder.id));
  }
  return fields;
}
