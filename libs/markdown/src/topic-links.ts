import type { Linkifiers } from './linkifiers.js';
import { parser } from './pipeline.js';

/** A link in a topic (spec 2.1 topic_links). */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/** What the organization's linkifiers find in a topic, from left to right, as far as it is safe to follow. */
export function topicLinks(topic: string, linkifiers: Linkifiers): TopicLink[] {
  return linkifiers
    .find(topic)
    .filter(({ url }) => parser.validateLink(url))
    .map(({ text, url }) => ({ text, url: parser.normalizeLink(url) }));
}
