import { topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import type { ClientState, Fold } from '../client-state.js';

type Entry = NonNullable<ClientState['user_topics']>[number];

/** A topic that inherits from its channel is not listed. */
export const foldUserTopic: Fold<'user_topic'> = (state, { stream_id, topic_name, last_updated, visibility_policy }) => {
  if (!state.user_topics) return state;
  const changed: Entry = { stream_id, topic_name, last_updated, visibility_policy };
  const others = state.user_topics.filter((topic) => !isSame(topic, changed));
  const listed = visibility_policy === TOPIC_VISIBILITY.inherit ? others : [...others, changed];
  return { ...state, user_topics: listed.sort(inOrder) };
};

function isSame(one: Entry, other: Entry): boolean {
  return one.stream_id === other.stream_id && topicKey(one.topic_name) === topicKey(other.topic_name);
}

/** The order in a registration. */
function inOrder(one: Entry, other: Entry): number {
  return one.stream_id - other.stream_id || (topicKey(one.topic_name) < topicKey(other.topic_name) ? -1 : 1);
}
