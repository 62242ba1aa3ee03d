import { apiErrors, ROLES, type Role } from '@parley/contracts';
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

/**
 * Checks that the sender may post there.
 * @throws badRequest with the first reason why not.
 */
export function checkMaySendToChannel(channel: TargetChannel, sender: Sender, topicExists: boolean): void {
  if (!isInGroup(sender, channel.canSendMessageGroup)) {
    throw apiErrors.badRequest({ msg: 'You do not have permission to post in this channel.' });
  }
  if (channel.isArchived || !hasPostingAccess(channel, sender)) {
    throw apiErrors.badRequest({ msg: `Not authorized to send to channel '${channel.name}'` });
  }
  checkMayUseTopic(channel, sender, topicExists);
}

/** @throws badRequest if the topic is new and the sender may not create topics. */
export function checkMayUseTopic(channel: Pick<TargetChannel, 'canCreateTopicGroup'>, sender: Sender, topicExists: boolean): void {
  if (!topicExists && !isInGroup(sender, channel.canCreateTopicGroup)) {
    throw apiErrors.badRequest({ msg: 'You do not have permission to create new topics in this channel.' });
  }
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

/**
 * Checks that the organization allows this direct message. Bots as senders, and conversations with bots only, are exempt.
 * @throws badRequest with the reason.
 */
export function checkMaySendDirect(
  policy: DirectMessagePolicy,
  sender: DirectParticipant,
  participants: readonly DirectParticipant[],
  conversationExists: boolean,
): void {
  const others = participants.filter((participant) => participant.id !== sender.id);
  if (sender.isBot || others.every((participant) => participant.isBot)) return;
  const { permissionGroup, initiatorGroup } = policy;
  if (permissionGroup !== null && !participants.some((participant) => participant.groupIds.has(permissionGroup))) {
    throw apiErrors.badRequest({
      msg: policy.permissionIsNobody
        ? 'Direct messages are disabled in this organization.'
        : 'This conversation does not include any users who can authorize it.',
    });
  }
  if (!conversationExists && initiatorGroup !== null && !sender.groupIds.has(initiatorGroup)) {
    throw apiErrors.badRequest({ msg: 'You do not have permission to initiate direct message conversations.' });
  }
}

/** Everyone may use wildcard mentions if they reach at most this many users. */
const LARGE_AUDIENCE = 15;

export function needsMentionManyPermission(audienceSize: number): boolean {
  return audienceSize > LARGE_AUDIENCE;
}
