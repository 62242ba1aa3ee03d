import { EMPTY_TOPIC_DISPLAY_NAME } from './limits.js';

/** "(no topic)" and the display name of the empty topic mean the empty topic. Surrounding white space is removed. */
export function normalizeTopic(input: string): string {
  const topic = input.trim();
  return topic === '(no topic)' || topic === EMPTY_TOPIC_DISPLAY_NAME ? '' : topic;
}

/** Topics are identical regardless of case. This is the only function that folds them; the result is stored as topic.key. */
export function topicKey(topic: string): string {
  return topic.toLowerCase();
}

/** The topic for a client, which may lack the capability `empty_topic_name`. */
export function displayTopic(topic: string, knowsEmptyTopic: boolean): string {
  return topic === '' && !knowsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
