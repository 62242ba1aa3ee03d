import { apiErrors, ROLES, type Role } from '@parley/contracts';
import { type ChannelPrivacy, hasMetadataAccess } from './channel-access.js';

/** What sending to a channel depends on, of the channel. Group settings are group ids. */
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

/** What sending depends on, of the sender. A bot acts for its owner: `owner` is null for people and ownerless bots. */
export interface Sender {
  readonly role: Role;
  readonly isSubscribed: boolean;
  /** Ids of all groups he is in, through subgroups too, system groups included. */
  readonly groupIds: ReadonlySet<number>;
  readonly owner: { readonly isSubscribed: boolean; readonly groupIds: ReadonlySet<number> } | null;
}

/** Whether the sender may know that the channel exists; if not, it is answered like one that does not. */
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
 * Whether the sender may post there (reference/rules.md section 3, "Access to a channel").
 * @throws badRequest with the first reason why not.
 */
export function checkMaySendToChannel(channel: TargetChannel, sender: Sender, topicExists: boolean): void {
  if (!isInGroup(sender, channel.canSendMessageGroup)) {
    throw apiErrors.badRequest({ msg: 'You do not have permission to post in this channel.' });
  }
  if (channel.isArchived || !hasWayIn(channel, sender)) {
    throw apiErrors.badRequest({ msg: `Not authorized to send to channel '${channel.name}'` });
  }
  checkMayUseTopic(channel, sender, topicExists);
}

/** @throws badRequest where the topic would be a new one and the person may make none. */
export function checkMayUseTopic(channel: Pick<TargetChannel, 'canCreateTopicGroup'>, sender: Sender, topicExists: boolean): void {
  if (!topicExists && !isInGroup(sender, channel.canCreateTopicGroup)) {
    throw apiErrors.badRequest({ msg: 'You do not have permission to create new topics in this channel.' });
  }
}

function hasWayIn(channel: TargetChannel, sender: Sender): boolean {
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

/** One of those who take part in a direct message, the sender included. */
export interface DirectParticipant {
  readonly id: number;
  readonly isBot: boolean;
  readonly groupIds: ReadonlySet<number>;
}

export interface DirectMessagePolicy {
  /** Null: everybody. */
  readonly permissionGroup: number | null;
  readonly permissionIsNobody: boolean;
  readonly initiatorGroup: number | null;
}

/**
 * Whether the organization allows this direct message. Bots as senders, and conversations with bots only, are exempt.
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

/** Up to this many people, anybody may mention all of them at once (reference/rules.md section 3, "Mentions"). */
const LARGE_AUDIENCE = 15;

export function needsMentionManyPermission(audienceSize: number): boolean {
  return audienceSize > LARGE_AUDIENCE;
}
