import type { DigestTopic } from './digest-content.repository.js';

const MOST_SHOWN = 4;
/** Of them, chosen by the number of people. The others are chosen by the number of messages. */
const BY_SENDERS = 2;

/** The conversations that a digest shows. */
export function hotTopics(topics: readonly DigestTopic[]): DigestTopic[] {
  const bySenders = [...topics].sort((a, b) => b.senders - a.senders || b.messages - a.messages).slice(0, BY_SENDERS);
  const byMessages = topics.filter((topic) => !bySenders.includes(topic)).sort((a, b) => b.messages - a.messages || b.senders - a.senders);
  return [...bySenders, ...byMessages].slice(0, MOST_SHOWN);
}
