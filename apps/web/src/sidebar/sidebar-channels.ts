import {
  type ClientState,
  isTopicFollowed,
  isTopicMuted,
  setting,
  subscriptions,
  topicConversation,
  type UnreadCounts,
} from '@parley/client';
import { topicKey } from '@parley/contracts';
import type { Topic } from '../workspace/topic-lists.js';

export interface SidebarChannel {
  readonly id: number;
  readonly name: string;
  readonly isMuted: boolean;
  readonly isPrivate: boolean;
  readonly color: string;
  readonly unread: number;
  readonly isPinned: boolean;
  readonly folderId: number | null;
}

export interface SidebarSection {
  readonly key: string;
  /** The name of the folder, or what the channels of the section have in common. */
  readonly title: { readonly folder: string } | 'pinned' | 'otherChannels' | undefined;
  readonly channels: readonly SidebarChannel[];
}

export interface SidebarTopic {
  readonly name: string;
  readonly unread: number;
  readonly isMuted: boolean;
  readonly isFollowed: boolean;
}

const MOST_READ_TOPICS = 8;

/** Pinned channels first, muted ones last, and each part by name. */
export function sidebarChannels(state: ClientState, counts: UnreadCounts, compare: (a: string, b: string) => number): SidebarChannel[] {
  const rank = (entry: { pin_to_top?: boolean; is_muted?: boolean }) => (entry.pin_to_top ? 0 : entry.is_muted ? 2 : 1);
  return [...subscriptions(state)]
    .sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name))
    .map(({ stream_id: id, name, is_muted, invite_only, color, pin_to_top, folder_id }) => ({
      id,
      name,
      isMuted: is_muted ?? false,
      isPrivate: invite_only,
      color: color ?? '#888888',
      unread: counts.byChannel.get(id) ?? 0,
      isPinned: pin_to_top ?? false,
      folderId: folder_id ?? null,
    }));
}

/** Pinned channels, those of each folder, and the others. One section without a title, if no channel is in a folder, or the person wants none. */
export function sidebarSections(state: ClientState, channels: readonly SidebarChannel[]): readonly SidebarSection[] {
  const folders = [...(state.channel_folders ?? [])].sort((a, b) => a.order - b.order);
  const isWanted = setting(state, 'web_left_sidebar_show_channel_folders') !== false;
  const inFolders = folders.flatMap(({ id, name }): SidebarSection[] => {
    const inside = channels.filter(({ isPinned, folderId }) => !isPinned && folderId === id);
    return inside.length === 0 ? [] : [{ key: `${id}`, title: { folder: name }, channels: inside }];
  });
  if (!isWanted || inFolders.length === 0) return [{ key: 'all', title: undefined, channels }];
  const shown = new Set(inFolders.flatMap(({ channels: inside }) => inside));
  const pinned = channels.filter(({ isPinned }) => isPinned);
  const others = channels.filter((channel) => !channel.isPinned && !shown.has(channel));
  return [
    ...(pinned.length === 0 ? [] : [{ key: 'pinned', title: 'pinned' as const, channels: pinned }]),
    ...inFolders,
    ...(others.length === 0 ? [] : [{ key: 'others', title: 'otherChannels' as const, channels: others }]),
  ];
}

/** The newest topics, and older ones with unread messages or that are open. */
export function sidebarTopics(
  state: ClientState,
  counts: UnreadCounts,
  channelId: number,
  known: readonly Topic[],
  open: string | undefined,
): SidebarTopic[] {
  const topics = new Map(known.map((topic) => [topicKey(topic.name), topic]));
  for (const { channelId: id, topic: name, newest } of counts.topics) {
    if (id === channelId && !topics.has(topicKey(name))) topics.set(topicKey(name), { name, newest });
  }
  if (open !== undefined && !topics.has(topicKey(open))) topics.set(topicKey(open), { name: open, newest: 0 });
  let read = 0;
  return [...topics.values()]
    .sort((a, b) => b.newest - a.newest)
    .map(({ name }) => ({
      name,
      unread: counts.byConversation.get(topicConversation(channelId, name)) ?? 0,
      isMuted: isTopicMuted(state, channelId, name),
      isFollowed: isTopicFollowed(state, channelId, name),
    }))
    .filter(({ name, unread }) => {
      if (unread > 0 || (open !== undefined && topicKey(name) === topicKey(open))) return true;
      read += 1;
      return read <= MOST_READ_TOPICS;
    });
}
