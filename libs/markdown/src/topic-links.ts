import type { Linkifiers } from './linkifiers.js';
import { parser } from './pipeline.js';

/** A link in a topic. */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/** The links that the organization's linkifiers find in a topic, from left to right, without unsafe addresses. */
export function topicLinks(topic: string, linkifiers: Linkifiers): TopicLink[] {
  return linkifiers
    .find(topic)
    .filter(({ url }) => parser.validateLink(url))
    .map(({ text, url }) => ({ text, url: parser.normalizeLink(url) }));
}
