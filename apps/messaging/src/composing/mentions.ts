import { needsMentionManyPermission } from '@parley/access';
import { apiErrors, FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import type { Rendered } from '@parley/markdown';
import type { Destination } from '../destinations/destination.js';
import type { ComposeContext, TextContext } from './compose-context.repository.js';

/** Users whom a text reaches because it mentions them. */
export interface Mentions {
  /** Flag bits of mentioned users. Users who do not receive the message get none. */
  readonly flags: ReadonlyMap<number, number>;
  readonly botIds: readonly number[];
}

/**
 * @param attrsBefore MESSAGE_ATTRS that the message already has; wildcards among them need no permission
 * @throws the reason why the writer may not mention a group or so many users
 */
export function mentionsOf(rendered: Rendered, context: ComposeContext, destination: Destination, attrsBefore = 0): Mentions {
  checkMayMention(added(rendered, attrsBefore), context, destination);
  return { flags: mentionFlags(rendered, context, destination), botIds: mentionedBots(rendered, context.text) };
}

/** Bots that the text mentions, by name or in a group. In a channel that they may read, they receive the message without a subscription. */
export function mentionedBots({ mentionedUserIds, mentionedGroupIds }: Rendered, { users, groups }: TextContext): number[] {
  const byName = users.filter(({ id, isBot }) => isBot && mentionedUserIds.includes(id)).map(({ id }) => id);
  const inGroups = groups.filter(({ id }) => mentionedGroupIds.includes(id)).flatMap(({ botIds }) => botIds);
  return [...new Set([...byName, ...inGroups])];
}

type CheckedMentions = Pick<Rendered, 'mentionedGroupIds' | 'channelWildcard' | 'topicWildcard'>;

function added({ mentionedGroupIds, channelWildcard, topicWildcard }: CheckedMentions, attrsBefore: number): CheckedMentions {
  return {
    mentionedGroupIds,
    channelWildcard: channelWildcard && (attrsBefore & MESSAGE_ATTRS.channelWildcard) === 0,
    topicWildcard: topicWildcard && (attrsBefore & MESSAGE_ATTRS.topicWildcard) === 0,
  };
}

function checkMayMention(
  mentions: CheckedMentions,
  { destination: { people, organization }, text, topicParticipants }: ComposeContext,
  destination: Destination,
): void {
  const writers = people.filter((person, index) => index === 0 || !person.takesPart);
  const isAllowed = (group: number) => writers.some((person) => person.groupIds.includes(group));
  for (const group of text.groups) {
    if (!mentions.mentionedGroupIds.includes(group.id)) continue;
    const mayMention = !group.isSystemGroup && (group.canMentionGroup === null || isAllowed(group.canMentionGroup));
    if (!mayMention) throw apiErrors.mayNotMentionGroup({ group: group.name });
  }
  if (destination.kind === 'direct' || isAllowed(organization.rules.canMentionManyUsersGroup)) return;
  if (mentions.channelWildcard && needsMentionManyPermission(destination.channel.subscriberCount))
    throw apiErrors.channelWildcardNotAllowed();
  if (mentions.topicWildcard && needsMentionManyPermission(topicParticipants.length)) throw apiErrors.topicWildcardNotAllowed();
}

function mentionFlags(rendered: Rendered, { text, topicParticipants }: ComposeContext, destination: Destination): Map<number, number> {
  const flags = new Map<number, number>();
  const add = (userIds: readonly number[], bit: number) => {
    for (const id of userIds) flags.set(id, (flags.get(id) ?? 0) | bit);
  };
  add(rendered.mentionedUserIds, FLAG_BITS.mentioned);
  for (const group of text.groups) {
    if (rendered.mentionedGroupIds.includes(group.id)) add(group.memberIds, FLAG_BITS.mentioned);
  }
  if (destination.kind === 'channel') {
    if (rendered.topicWildcard) add(topicParticipants, FLAG_BITS.topicWildcard);
    return flags;
  }
  const participants = new Set(destination.participants.map(({ id }) => id));
  return new Map([...flags].filter(([id]) => participants.has(id)));
}
