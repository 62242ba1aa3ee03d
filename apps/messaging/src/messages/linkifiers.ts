import { compiledLinkifiers, type TopicLink, topicLinks } from '@parley/markdown';
import { linkifiersOf, type SqlReader } from '@parley/persistence';

/** Finds the links of a topic. */
export type FindTopicLinks = (topic: string) => readonly TopicLink[];

/** Uses the current linkifiers. Results are cached by topic. */
export async function topicLinkFinder(reader: SqlReader, organizationId: number): Promise<FindTopicLinks> {
  const linkifiers = compiledLinkifiers(await linkifiersOf(reader, organizationId));
  const found = new Map<string, readonly TopicLink[]>();
  return (topic) => {
    const links = found.get(topic) ?? topicLinks(topic, linkifiers);
    found.set(topic, links);
    return links;
  };
}
