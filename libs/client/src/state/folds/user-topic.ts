import { topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY, topicVisibility } from '@parley/contracts/channels';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const entry = z.object({ stream_id: z.int(), topic_name: z.string(), last_updated: z.int(), visibility_policy: topicVisibility });
const entries = z.array(entry);
type Entry = z.infer<typeof entry>;

/** A topic that inherits from its channel is not listed. */
export const foldUserTopic: Fold = (state, event) => {
  if (!('user_topics' in state)) return state;
  const changed = entry.parse(event);
  const others = entries.parse(state.user_topics).filter((topic) => !isSame(topic, changed));
  const listed = changed.visibility_policy === TOPIC_VISIBILITY.inherit ? others : [...others, changed];
  return { ...state, user_topics: listed.sort(inOrder) };
};

function isSame(one: Entry, other: Entry): boolean {
  return one.stream_id === other.stream_id && topicKey(one.topic_name) === topicKey(other.topic_name);
}

/** The order in a registration. */
function inOrder(one: Entry, other: Entry): number {
  return one.stream_id - other.stream_id || (topicKey(one.topic_name) < topicKey(other.topic_name) ? -1 : 1);
}
