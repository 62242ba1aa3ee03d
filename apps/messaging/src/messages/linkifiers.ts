import { compiledLinkifiers, type TopicLink, topicLinks } from '@parley/markdown';
import { type LinkifierRecord, linkifiersOf, type SqlReader } from '@parley/persistence';

/** Finds the links of a topic. */
export type FindTopicLinks = (topic: string) => readonly TopicLink[];

/** Uses the current linkifiers. */
export async function topicLinkFinder(reader: SqlReader, organizationId: number): Promise<FindTopicLinks> {
  return topicLinksBy(await linkifiersOf(reader, organizationId));
}

/** Uses these linkifiers. Results are cached by topic. */
export function topicLinksBy(records: readonly LinkifierRecord[]): FindTopicLinks {
  const linkifiers = compiledLinkifiers(records);
  const found = new Map<string, readonly TopicLink[]>();
  return (topic) => {
    const links = found.get(topic) ?? topicLinks(topic, linkifiers);
    found.set(topic, links);
    return links;
  };
}
