import { directMessageRefusal, knowsChannel, type Sender, sendRefusal, topicsPolicyRefusal, type Viewer } from '@parley/access';
import { apiErrors, type Caller, enforce, ROLES } from '@parley/contracts';
import { type Addressee } from './addressee.js';
import type { DestinationChannel, DestinationContext, DestinationPerson } from './destination-context.repository.js';

/** The recipients of a message, after lookup and permission checks. */
export type Destination =
  | { readonly kind: 'channel'; readonly channel: DestinationChannel; readonly topic: string }
  /** Ascending by id, including the sender. */
  | { readonly kind: 'direct'; readonly participants: readonly DestinationPerson[] };

/** Finds the recipients and checks that the sender may write there. Pure. */
export function destinationOf(to: Addressee, context: DestinationContext): Destination {
  return to.kind === 'channel' ? channelDestination(to, context) : directDestination(to, context);
}

export function senderOf(context: DestinationContext): DestinationPerson {
  const [sender] = context.people;
  if (sender === undefined) throw apiErrors.userDeactivated();
  return sender;
}

/** The sender and the recipients of a direct message, ascending by id. */
export function participantsOf({ people }: DestinationContext): DestinationPerson[] {
  return people.filter((person) => person.takesPart).sort((a, b) => a.id - b.id);
}

/** The recipients of a message: of a conversation, or the current subscribers of a channel. */
export type Receivers = { readonly userIds: readonly number[] } | { readonly channelId: number };

export function receiversOf(to: Destination): Receivers {
  return to.kind === 'direct' ? { userIds: to.participants.map(({ id }) => id) } : { channelId: to.channel.id };
}

/** The sender with their access to the channel, and that of the owner of a bot. */
export function channelSender(context: DestinationContext): Sender {
  const sender = senderOf(context);
  const owner = context.people.find((person) => !person.takesPart);
  const isSubscribed = (person: DestinationPerson) => context.channel?.subscribedIds.includes(person.id) ?? false;
  const groupsOf = (person: DestinationPerson) => new Set(person.groupIds);
  return {
    role: sender.role,
    isSubscribed: isSubscribed(sender),
    groupIds: groupsOf(sender),
    owner: owner === undefined ? null : { isSubscribed: isSubscribed(owner), groupIds: groupsOf(owner) },
  };
}

/** The sender as a reader of messages and uploads. */
export function viewerOf({ organizationId, userId, role }: Caller, { people: [sender] }: DestinationContext): Viewer {
  return { organizationId, userId, isGuest: role === ROLES.guest, groupIds: sender?.groupIds ?? [] };
}

function channelDestination(to: Extract<Addressee, { kind: 'channel' }>, context: DestinationContext): Destination {
  const { channel, organization } = context;
  const sender = channelSender(context);
  if (channel === null || !knowsChannel(channel, sender)) throw channelUnknown(to.channel);
  enforce(sendRefusal(channel, sender, channel.topicExists));
  enforce(topicsPolicyRefusal(to.topic, channel.topicsPolicy, organization.rules.topicsPolicy));
  return { kind: 'channel', channel, topic: to.topic };
}

function channelUnknown(requested: Extract<Addressee, { kind: 'channel' }>['channel']) {
  switch (requested.by) {
    case 'id':
      return apiErrors.noSuchDestinationId({ streamId: requested.id });
    case 'name':
      return apiErrors.noSuchDestinationName({ stream: requested.name });
    case 'default':
      return apiErrors.missingChannel();
  }
}

function directDestination(to: Extract<Addressee, { kind: 'direct' }>, context: DestinationContext): Destination {
  const participants = participantsOf(context);
  const sender = senderOf(context);
  for (const id of to.userIds) {
    if (!participants.some((person) => person.id === id)) throw apiErrors.invalidRecipientId({ userId: id });
  }
  for (const email of to.emails) {
    if (!participants.some((person) => person.email.toLowerCase() === email.toLowerCase())) {
      throw apiErrors.invalidRecipientEmail({ email });
    }
  }
  const gone = participants.find((person) => !person.isActive);
  if (gone !== undefined) throw apiErrors.recipientDeactivated({ email: gone.email });
  const permissionsOf = ({ id, isBot, groupIds }: DestinationPerson) => ({ id, isBot, groupIds: new Set(groupIds) });
  const people = participants.map(permissionsOf);
  const policy = context.organization.rules.directMessages;
  enforce(directMessageRefusal(policy, permissionsOf(sender), people, context.conversationExists));
  return { kind: 'direct', participants };
}
