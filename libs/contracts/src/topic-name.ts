import { EMPTY_TOPIC_DISPLAY_NAME } from './limits.js';

/** "(no topic)" and the display name of the empty topic mean the empty topic (spec section 1). Outer white space goes. */
export function normalizeTopic(input: string): string {
  const topic = input.trim();
  return topic === '(no topic)' || topic === EMPTY_TOPIC_DISPLAY_NAME ? '' : topic;
}

/** Topics that differ in case only are one topic. The one place that folds; stored as topic.key. */
export function topicKey(topic: string): string {
  return topic.toLowerCase();
}

/** What a client that does not declare `empty_topic_name` reads for a topic. */
export function displayTopic(topic: string, knowsEmptyTopic: boolean): string {
  return topic === '' && !knowsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
