import type { UnreadSummary } from '@parley/contracts/messaging';
import type { ClientState } from '../client-state.js';
import { derived } from '../derived.js';
import { directConversation, topicConversation } from '../typing.js';
import { isTopicMuted } from './channels.js';
import { isUserMuted } from './people.js';

export interface UnreadTopic {
  readonly channelId: number;
  readonly topic: string;
  readonly count: number;
  readonly isMuted: boolean;
  readonly newest: number;
}

export interface UnreadCounts {
  /** Without what is muted. */
  readonly total: number;
  readonly mentions: number;
  /** Of direct messages, without those of muted users. */
  readonly direct: number;
  /** Without muted topics. */
  readonly byChannel: ReadonlyMap<number, number>;
  /** By the name that topicConversation and directConversation make, muted ones too. */
  readonly byConversation: ReadonlyMap<string, number>;
  /** The topic with the newest message first. */
  readonly topics: readonly UnreadTopic[];
}

const NOTHING: UnreadSummary = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false };

/** Counted once for each combination of what they depend on. */
const counted = derived((unread: UnreadSummary) => {
  let known: { readonly state: ClientState; readonly counts: UnreadCounts } | undefined;
  return (state: ClientState): UnreadCounts => {
    if (known === undefined || !mutesAlike(known.state, state)) known = { state, counts: count(unread, state) };
    return known.counts;
  };
});

export function unreadCounts(state: ClientState): UnreadCounts {
  return counted(state.unread_msgs ?? NOTHING)(state);
}

function mutesAlike(one: ClientState, other: ClientState): boolean {
  return (
    one.subscriptions === other.subscriptions &&
    one.user_topics === other.user_topics &&
    one.muted_users === other.muted_users &&
    one.user_id === other.user_id
  );
}

function count({ streams, pms, huddles, mentions }: UnreadSummary, state: ClientState): UnreadCounts {
  const byConversation = new Map<string, number>();
  const byChannel = new Map<number, number>();
  let total = 0;
  const topics = streams.map(({ stream_id: channelId, topic, unread_message_ids: ids }) => {
    const isMuted = isTopicMuted(state, channelId, topic);
    byConversation.set(topicConversation(channelId, topic), ids.length);
    if (!isMuted) {
      byChannel.set(channelId, (byChannel.get(channelId) ?? 0) + ids.length);
      total += ids.length;
    }
    return { channelId, topic, count: ids.length, isMuted, newest: ids.at(-1) ?? 0 };
  });
  const myself = state.user_id ?? 0;
  let direct = 0;
  for (const { other_user_id: other, unread_message_ids: ids } of pms) {
    byConversation.set(directConversation([myself, other]), ids.length);
    if (!isUserMuted(state, other)) direct += ids.length;
  }
  for (const { user_ids_string, unread_message_ids: ids } of huddles) {
    byConversation.set(directConversation(user_ids_string.split(',').map(Number)), ids.length);
    direct += ids.length;
  }
  return { total: total + direct, mentions: mentions.length, direct, byChannel, byConversation, topics };
}
