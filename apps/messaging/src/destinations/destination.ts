import { directMessageRefusal, knowsChannel, type Sender, sendRefusal, topicsPolicyRefusal } from '@parley/access';
import { apiErrors, enforce, isRole } from '@parley/contracts';
import { type Addressee } from './addressee.js';
import { type OrganizationRules, organizationRules } from './organization-rules.js';
import type { SendChannel, SendContext, SendPerson } from './send-context.repository.js';

/** The recipients of a message, after lookup and permission checks. */
export type Destination =
  | { readonly kind: 'channel'; readonly channel: SendChannel; readonly topic: string }
  /** Ascending by id, including the sender. */
  | { readonly kind: 'direct'; readonly participants: readonly SendPerson[] };

/** Finds the recipients and checks that the sender may write there. Pure. */
export function destinationOf(to: Addressee, context: SendContext): Destination {
  const rules = organizationRules(context.organization);
  return to.kind === 'channel' ? channelDestination(to, context, rules) : directDestination(to, context, rules);
}

export function senderOf(context: SendContext): SendPerson {
  const [sender] = context.people;
  if (sender === undefined) throw apiErrors.userDeactivated();
  return sender;
}

function channelDestination(to: Extract<Addressee, { kind: 'channel' }>, context: SendContext, rules: OrganizationRules): Destination {
  const { channel } = context;
  const sender = channelSender(context);
  if (channel === null || !knowsChannel(channel, sender)) throw channelUnknown(to.channel);
  enforce(sendRefusal(channel, sender, channel.topicExists));
  enforce(topicsPolicyRefusal(to.topic, channel.topicsPolicy, rules.topicsPolicy));
  return { kind: 'channel', channel, topic: to.topic };
}

function channelUnknown(requested: Extract<Addressee, { kind: 'channel' }>['channel']) {
  switch (requested.by) {
    case 'id':
      return apiErrors.noSuchChannelId({ streamId: requested.id });
    case 'name':
      return apiErrors.noSuchChannelName({ stream: requested.name });
    case 'default':
      return apiErrors.missingChannel();
  }
}

export function channelSender(context: SendContext): Sender {
  const sender = senderOf(context);
  const owner = context.people.find((person) => !person.takesPart);
  const isSubscribed = (person: SendPerson) => context.channel?.subscribedIds.includes(person.id) ?? false;
  const groupsOf = (person: SendPerson) => new Set(person.groupIds);
  return {
    role: roleOf(sender),
    isSubscribed: isSubscribed(sender),
    groupIds: groupsOf(sender),
    owner: owner === undefined ? null : { isSubscribed: isSubscribed(owner), groupIds: groupsOf(owner) },
  };
}

function roleOf({ id, role }: SendPerson) {
  if (!isRole(role)) throw new Error(`user ${id} has the unknown role ${role}`);
  return role;
}

function directDestination(to: Extract<Addressee, { kind: 'direct' }>, context: SendContext, rules: OrganizationRules): Destination {
  const participants = context.people.filter((person) => person.takesPart).sort((a, b) => a.id - b.id);
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
  const permissionsOf = ({ id, isBot, groupIds }: SendPerson) => ({ id, isBot, groupIds: new Set(groupIds) });
  const people = participants.map(permissionsOf);
  enforce(directMessageRefusal(rules.directMessages, permissionsOf(sender), people, context.conversationExists));
  return { kind: 'direct', participants };
}
