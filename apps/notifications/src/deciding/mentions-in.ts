/** Whom a rendered message mentions, except silently. */
export interface Mentions {
  readonly userIds: ReadonlySet<number>;
  readonly groupIds: ReadonlySet<number>;
  readonly isChannelWildcard: boolean;
  readonly isTopicWildcard: boolean;
}

const PERSON = /<span class="user-mention" data-user-id="(\d+)">/g;
const GROUP = /<span class="user-group-mention" data-user-group-id="(\d+)">/g;
const CHANNEL_WILDCARD = '<span class="user-mention channel-wildcard-mention"';
const TOPIC_WILDCARD = '<span class="topic-mention"';

/** `rendered`: one text, or several of them together. */
export function mentionsIn(rendered: string): Mentions {
  return {
    userIds: new Set([...rendered.matchAll(PERSON)].map(([, id]) => Number(id))),
    groupIds: new Set([...rendered.matchAll(GROUP)].map(([, id]) => Number(id))),
    isChannelWildcard: rendered.includes(CHANNEL_WILDCARD),
    isTopicWildcard: rendered.includes(TOPIC_WILDCARD),
  };
}
