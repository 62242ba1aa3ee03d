import { topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY, type TopicVisibility } from '@parley/contracts/channels';
import type { ClientState } from '../client-state.js';
import { derived } from '../derived.js';
import { type ChannelEntry, listOf } from '../folds/channel-lists.js';

const byId = derived((list: readonly ChannelEntry[]) => new Map(list.map((channel) => [channel.stream_id, channel])));
const NONE: readonly ChannelEntry[] = [];
const LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed', 'streams'] as const;

/** A channel that the user may see, with their own properties if they have any. */
export function channel(state: ClientState, id: number): ChannelEntry | undefined {
  for (const name of LISTS) {
    const found = byId(state[name] ?? NONE).get(id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The channels to which the user is subscribed. */
export function subscriptions(state: ClientState): readonly ChannelEntry[] {
  return listOf(state, 'subscriptions');
}

export function isSubscribed(state: ClientState, id: number): boolean {
  return byId(state.subscriptions ?? NONE).has(id);
}

/** All channels that the user may see. */
export function channels(state: ClientState): readonly ChannelEntry[] {
  const named = [...listOf(state, 'subscriptions'), ...listOf(state, 'unsubscribed'), ...listOf(state, 'never_subscribed')];
  return named.length > 0 ? named : listOf(state, 'streams');
}

type UserTopic = NonNullable<ClientState['user_topics']>[number];
const policies = derived(
  (topics: readonly UserTopic[]) =>
    new Map(topics.map(({ stream_id, topic_name, visibility_policy }) => [keyOf(stream_id, topic_name), visibility_policy])),
);
const NO_TOPICS: readonly UserTopic[] = [];

export function topicVisibilityOf(state: ClientState, channelId: number, topic: string): TopicVisibility {
  return policies(state.user_topics ?? NO_TOPICS).get(keyOf(channelId, topic)) ?? TOPIC_VISIBILITY.inherit;
}

export function isTopicFollowed(state: ClientState, channelId: number, topic: string): boolean {
  return topicVisibilityOf(state, channelId, topic) === TOPIC_VISIBILITY.followed;
}

/** The topic itself is muted, or its channel is and the topic is neither unmuted nor followed. */
export function isTopicMuted(state: ClientState, channelId: number, topic: string): boolean {
  const policy = topicVisibilityOf(state, channelId, topic);
  if (policy !== TOPIC_VISIBILITY.inherit) return policy === TOPIC_VISIBILITY.muted;
  return byId(state.subscriptions ?? NONE).get(channelId)?.is_muted ?? false;
}

function keyOf(channelId: number, topic: string): string {
  return `${channelId} ${topicKey(topic)}`;
}
