import { type References, referencedNames } from '@parley/markdown';

/** What a text may mention. */
export interface MentionedNames extends References {
  /** Whether it may mention everyone who takes part in the topic. */
  readonly topicWildcard: boolean;
}

const TOPIC_WILDCARD = '@**topic**';

/** The names are looked up before the text is rendered. */
export function mentionedNames(content: string): MentionedNames {
  return { ...referencedNames(content), topicWildcard: content.includes(TOPIC_WILDCARD) };
}
