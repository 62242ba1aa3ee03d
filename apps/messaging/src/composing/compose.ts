import { needsMentionManyPermission, type Viewer } from '@parley/access';
import { apiErrors, type Caller, FLAG_BITS, MESSAGE_ATTRS, ROLES } from '@parley/contracts';
import type { MessageFacts } from '@parley/contracts/messaging';
import { compiledLinkifiers, type Linkifiers, type Rendered, topicLinks } from '@parley/markdown';
import { senderFacts } from '../messages/message-sender.js';
import type { LinkedUploads } from './claim-uploads.js';
import { type Destination, senderOf } from './destination.js';
import type { MessageText } from './draft.js';
import { organizationRules } from './organization-rules.js';
import type { SendContext } from './send-context.repository.js';
import { type Widget, widgetOfContent } from './widget-of-content.js';

/** A message ready to be stored, without its id, its time and the id of its conversation. */
export interface Composed {
  readonly facts: Omit<MessageFacts, 'id' | 'sentAt' | 'recipient'>;
  readonly destination: Destination;
  /** Flag bits of mentioned users, without "read". Users who do not receive the message get none. */
  readonly flags: ReadonlyMap<number, number>;
  /** Bots that the text mentions, by name or in a group. In a channel that they may read, they receive the message without a subscription. */
  readonly botIds: readonly number[];
  /** The widget that the sender created with a command; stored as the first submessage. */
  readonly widget: Widget | null;
  readonly uploads: LinkedUploads;
  /** Whether some readers may not see everyone whom the message names: guests are limited, and may read it. */
  readonly mayMeetStrangers: boolean;
}

/**
 * Decides whom the rendered text may mention. `known` are MESSAGE_ATTRS that the message already has; wildcards among them need no
 * permission. Pure.
 */
export function compose(
  caller: Caller,
  text: MessageText,
  context: SendContext,
  destination: Destination,
  rendered: Rendered,
  known = 0,
): Composed {
  const rules = organizationRules(context.organization);
  checkMayMention(added(rendered, known), context, destination, rules.canMentionManyUsersGroup);
  return {
    destination,
    flags: flagsOf(rendered, context, destination),
    botIds: mentionedBots(rendered, context),
    widget: widgetOfContent(text.content),
    mayMeetStrangers: rules.guestsAreLimited && mayHaveGuests(destination),
    uploads: { paths: rendered.attachmentPaths, sender: viewerOf(caller, context) },
    facts: {
      organizationStringId: context.organization.stringId,
      sender: senderFacts({ ...senderOf(context), organizationId: caller.organizationId }),
      clientName: caller.clientName,
      content: text.content,
      rendered: rendered.html,
      attrs: attrsOf(rendered, text, destination),
      ...linksOf(destination, compiledLinkifiers(context.organization.linkifiers)),
    },
  };
}

function mentionedBots({ mentionedUserIds, mentionedGroupIds }: Rendered, { users, groups }: SendContext): number[] {
  const byName = users.filter(({ id, isBot }) => isBot && mentionedUserIds.includes(id)).map(({ id }) => id);
  const inGroups = groups.filter(({ id }) => mentionedGroupIds.includes(id)).flatMap(({ botIds }) => botIds);
  return [...new Set([...byName, ...inGroups])];
}

function mayHaveGuests(destination: Destination): boolean {
  return destination.kind === 'channel' || destination.participants.some(({ role }) => role === ROLES.guest);
}

function linksOf(destination: Destination, linkifiers: Linkifiers): Pick<MessageFacts, 'topicLinks'> {
  const links = destination.kind === 'channel' ? topicLinks(destination.topic, linkifiers) : [];
  return links.length === 0 ? {} : { topicLinks: links };
}

function viewerOf({ organizationId, userId, role }: Caller, { people: [sender] }: SendContext): Viewer {
  return { organizationId, userId, isGuest: role === ROLES.guest, groupIds: sender?.groupIds ?? [] };
}

type Mentions = Pick<Rendered, 'mentionedGroupIds' | 'channelWildcard' | 'topicWildcard'>;

function added({ mentionedGroupIds, channelWildcard, topicWildcard }: Mentions, known: number): Mentions {
  return {
    mentionedGroupIds,
    channelWildcard: channelWildcard && (known & MESSAGE_ATTRS.channelWildcard) === 0,
    topicWildcard: topicWildcard && (known & MESSAGE_ATTRS.topicWildcard) === 0,
  };
}

/** Runs before anything is stored. */
function checkMayMention(rendered: Mentions, { people, groups }: SendContext, destination: Destination, manyUsersGroup: number): void {
  const speakers = people.filter((person, index) => index === 0 || !person.takesPart);
  const isAllowed = (group: number) => speakers.some((person) => person.groupIds.includes(group));
  for (const group of groups) {
    if (!rendered.mentionedGroupIds.includes(group.id)) continue;
    const mayMention = !group.isSystemGroup && (group.canMentionGroup === null || isAllowed(group.canMentionGroup));
    if (!mayMention) throw apiErrors.mayNotMentionGroup({ group: group.name });
  }
  if (destination.kind === 'direct' || isAllowed(manyUsersGroup)) return;
  const { subscriberCount, topicParticipants } = destination.channel;
  if (rendered.channelWildcard && needsMentionManyPermission(subscriberCount)) throw apiErrors.channelWildcardNotAllowed();
  if (rendered.topicWildcard && needsMentionManyPermission(topicParticipants.length)) throw apiErrors.topicWildcardNotAllowed();
}

function flagsOf(rendered: Rendered, { groups }: SendContext, destination: Destination): Map<number, number> {
  const flags = new Map<number, number>();
  const add = (userIds: readonly number[], bit: number) => {
    for (const id of userIds) flags.set(id, (flags.get(id) ?? 0) | bit);
  };
  add(rendered.mentionedUserIds, FLAG_BITS.mentioned);
  for (const group of groups) {
    if (rendered.mentionedGroupIds.includes(group.id)) add(group.memberIds, FLAG_BITS.mentioned);
  }
  if (destination.kind === 'channel') {
    if (rendered.topicWildcard) add(destination.channel.topicParticipants, FLAG_BITS.topicWildcard);
    return flags;
  }
  const participants = new Set(destination.participants.map(({ id }) => id));
  return new Map([...flags].filter(([id]) => participants.has(id)));
}

/** In a direct message both wildcards mean all participants. */
function attrsOf(rendered: Rendered, text: MessageText, { kind }: Destination): number {
  const bits: readonly (readonly [number, boolean])[] = [
    [MESSAGE_ATTRS.channelWildcard, rendered.channelWildcard || (kind === 'direct' && rendered.topicWildcard)],
    [MESSAGE_ATTRS.topicWildcard, rendered.topicWildcard],
    [MESSAGE_ATTRS.hasLink, rendered.hasLink],
    [MESSAGE_ATTRS.hasImage, rendered.hasImage],
    [MESSAGE_ATTRS.hasAttachment, rendered.hasAttachment],
    [MESSAGE_ATTRS.readBySender, text.isReadBySender],
    [MESSAGE_ATTRS.meMessage, rendered.isMeMessage],
  ];
  return bits.reduce((attrs, [bit, isSet]) => (isSet ? attrs | bit : attrs), 0);
}
