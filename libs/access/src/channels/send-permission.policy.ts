import { apiErrors, type Refusal, ROLES, type Role } from '@parley/contracts';
import { type ChannelPrivacy, hasMetadataAccess } from './channel-access.policy.js';

/** Properties of the channel that sending depends on. Group settings are group ids. */
export interface TargetChannel extends ChannelPrivacy {
  readonly id: number;
  readonly name: string;
  readonly isArchived: boolean;
  readonly canSendMessageGroup: number;
  readonly canCreateTopicGroup: number;
  readonly canSubscribeGroup: number;
  readonly canAddSubscribersGroup: number;
  readonly canAdministerChannelGroup: number;
}

/** Properties of the sender. A bot can also use the access of its owner: `owner` is null for human users and bots without owner. */
export interface Sender {
  readonly role: Role;
  readonly isSubscribed: boolean;
  /** Ids of all groups that contain the sender, also through subgroups, including system groups. */
  readonly groupIds: ReadonlySet<number>;
  readonly owner: { readonly isSubscribed: boolean; readonly groupIds: ReadonlySet<number> } | null;
}

/** Whether the sender may know that the channel exists. If not, it is treated like one that does not exist. */
export function knowsChannel(channel: TargetChannel, sender: Sender): boolean {
  const relation = {
    role: sender.role,
    isSubscribed: sender.isSubscribed,
    mayJoinByGroup: joinsByGroup(channel, sender),
    administersByGroup: sender.groupIds.has(channel.canAdministerChannelGroup),
  };
  return hasMetadataAccess(channel, relation) || sender.owner?.isSubscribed === true;
}

/** The first reason why the sender may not post there. */
export function sendRefusal(channel: TargetChannel, sender: Sender, topicExists: boolean): Refusal {
  if (!isInGroup(sender, channel.canSendMessageGroup)) return apiErrors.mayNotPost();
  if (channel.isArchived || !hasPostingAccess(channel, sender)) return apiErrors.mayNotSendToChannel({ channel: channel.name });
  return topicCreationRefusal(channel, sender, topicExists);
}

/** Of a topic that is new, if the sender may not create topics. */
export function topicCreationRefusal(channel: Pick<TargetChannel, 'canCreateTopicGroup'>, sender: Sender, topicExists: boolean): Refusal {
  return topicExists || isInGroup(sender, channel.canCreateTopicGroup) ? undefined : apiErrors.mayNotCreateTopics();
}

function hasPostingAccess(channel: TargetChannel, sender: Sender): boolean {
  if (channel.isWebPublic || sender.isSubscribed || sender.owner?.isSubscribed) return true;
  if (!channel.isPrivate) return sender.role !== ROLES.guest;
  return channel.historyPublicToSubscribers && joinsByGroup(channel, sender) && sender.role !== ROLES.guest;
}

function joinsByGroup(channel: TargetChannel, { groupIds }: Sender): boolean {
  return groupIds.has(channel.canSubscribeGroup) || groupIds.has(channel.canAddSubscribersGroup);
}

function isInGroup({ groupIds, owner }: Sender, groupId: number): boolean {
  return groupIds.has(groupId) || owner?.groupIds.has(groupId) === true;
}

/** A participant of a direct message, including the sender. */
export interface DirectParticipant {
  readonly id: number;
  readonly isBot: boolean;
  readonly groupIds: ReadonlySet<number>;
}

export interface DirectMessagePolicy {
  /** Null for everyone. */
  readonly permissionGroup: number | null;
  readonly permissionIsNobody: boolean;
  readonly initiatorGroup: number | null;
}

/** Of a direct message that the organization does not allow. Bots as senders, and conversations with bots only, are exempt. */
export function directMessageRefusal(
  policy: DirectMessagePolicy,
  sender: DirectParticipant,
  participants: readonly DirectParticipant[],
  conversationExists: boolean,
): Refusal {
  const others = participants.filter((participant) => participant.id !== sender.id);
  if (sender.isBot || others.every((participant) => participant.isBot)) return undefined;
  const { permissionGroup, initiatorGroup } = policy;
  if (permissionGroup !== null && !participants.some((participant) => participant.groupIds.has(permissionGroup))) {
    return policy.permissionIsNobody ? apiErrors.directMessagesDisabled() : apiErrors.noAuthorizingParticipant();
  }
  const mayInitiate = initiatorGroup === null || sender.groupIds.has(initiatorGroup);
  return conversationExists || mayInitiate ? undefined : apiErrors.mayNotInitiateConversations();
}

/** Everyone may use wildcard mentions if they reach at most this many users. */
const LARGE_AUDIENCE = 15;

export function needsMentionManyPermission(audienceSize: number): boolean {
  return audienceSize > LARGE_AUDIENCE;
}
