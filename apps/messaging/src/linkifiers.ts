import { compileLinkifiers, type LinkifierDefinition, type Linkifiers, type TopicLink, topicLinks } from '@parley/markdown';
import { linkifiersOf, type Reader } from '@parley/persistence';
import { LRUCache } from 'lru-cache';

/** Characters of definitions kept compiled, over all organizations. */
const MOST_CHARACTERS = 1_000_000;

/** By the definitions themselves, so what was changed is never found. */
const compiled = new LRUCache<string, Linkifiers>({ maxSize: MOST_CHARACTERS });

/** The linkifiers of an organization, ready to use. Those of organizations that write often are compiled once. */
export function compiledLinkifiers(definitions: readonly LinkifierDefinition[]): Linkifiers {
  const key = JSON.stringify(definitions.map(({ pattern, urlTemplate }) => [pattern, urlTemplate]));
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = compileLinkifiers(definitions);
  compiled.set(key, made, { size: key.length });
  return made;
}

/** Finds the links of a topic. */
export type FindTopicLinks = (topic: string) => readonly TopicLink[];

/** By the linkifiers as they are now. A topic that comes again is not searched again. */
export async function topicLinkFinder(reader: Reader, organizationId: number): Promise<FindTopicLinks> {
  const linkifiers = compiledLinkifiers(await linkifiersOf(reader, organizationId));
  const found = new Map<string, readonly TopicLink[]>();
  return (topic) => {
    const links = found.get(topic) ?? topicLinks(topic, linkifiers);
    found.set(topic, links);
    return links;
  };
}
