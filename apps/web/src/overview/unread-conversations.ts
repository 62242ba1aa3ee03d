import { type ClientState, channel, directConversation, recentDirectConversations, unreadCounts } from '@parley/client';
import type { Place } from '../places/place.js';

export interface UnreadConversation {
  readonly place: Extract<Place, { kind: 'topic' | 'direct' }>;
  readonly unread: number;
}

/** What the inbox shows: of direct messages, or of a channel. */
export interface UnreadGroup {
  /** Undefined: direct messages. */
  readonly channelId: number | undefined;
  readonly conversations: readonly UnreadConversation[];
}

/** Conversations with unread messages, without muted ones. Direct messages come first, then pinned channels, then the others by name. */
export function unreadGroups(state: ClientState, compare: (a: string, b: string) => number): readonly UnreadGroup[] {
  const counts = unreadCounts(state);
  const myself = state.user_id ?? 0;
  const direct = recentDirectConversations(state).flatMap(({ userIds }): UnreadConversation[] => {
    const unread = counts.byConversation.get(directConversation([...userIds, myself])) ?? 0;
    return unread === 0 ? [] : [{ place: { kind: 'direct', userIds: [...userIds].sort((a, b) => a - b) }, unread }];
  });
  const byChannel = new Map<number, UnreadConversation[]>();
  for (const { channelId, topic, count, isMuted } of counts.topics) {
    if (isMuted) continue;
    const conversations = byChannel.get(channelId) ?? [];
    conversations.push({ place: { kind: 'topic', channelId, topic }, unread: count });
    byChannel.set(channelId, conversations);
  }
  const rank = (id: number) => (channel(state, id)?.pin_to_top ? 0 : 1);
  const name = (id: number) => channel(state, id)?.name ?? '';
  const channelIds = [...byChannel.keys()].sort((a, b) => rank(a) - rank(b) || compare(name(a), name(b)));
  return [
    ...(direct.length === 0 ? [] : [{ channelId: undefined, conversations: direct }]),
    ...channelIds.map((channelId) => ({ channelId, conversations: byChannel.get(channelId) ?? [] })),
  ];
}
