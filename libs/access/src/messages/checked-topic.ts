import { enforce, normalizeTopic } from '@parley/contracts';
import { topicNameRefusal } from './message-topic.policy.js';

/** The topic that a request names as it is stored, "" for the empty topic. It is never truncated. @throws the refusal of its name */
export function checkedTopic(input: string): string {
  const topic = normalizeTopic(input);
  enforce(topicNameRefusal(topic));
  return topic;
}
