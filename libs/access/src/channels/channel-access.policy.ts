import { isAdministrator, ROLES, type Role } from '@parley/contracts';

/** Properties of the channel that access depends on. */
export interface ChannelPrivacy {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  /** If false, subscribers can read only messages sent while they were subscribed. */
  readonly historyPublicToSubscribers: boolean;
}

/** Properties of the user that access depends on. */
export interface ChannelRelation {
  readonly role: Role;
  readonly isSubscribed: boolean;
  /** Whether they are in can_subscribe_group or can_add_subscribers_group of the channel. It has no effect for guests. */
  readonly mayJoinByGroup: boolean;
  /** Whether they are in can_administer_channel_group of the channel. */
  readonly administersByGroup: boolean;
}

/** Whether the user may read its messages, except those of protected history. */
export function hasContentAccess(channel: ChannelPrivacy, person: ChannelRelation): boolean {
  if (channel.isWebPublic || person.isSubscribed) return true;
  if (person.role === ROLES.guest) return false;
  return !channel.isPrivate || person.mayJoinByGroup;
}

/** Whether the user may know that it exists, its name and its subscribers. */
export function hasMetadataAccess(channel: ChannelPrivacy, person: ChannelRelation): boolean {
  return hasContentAccess(channel, person) || administersChannel(person);
}

/** Whether the user may change its settings, if they have metadata access: administrators, and members of can_administer_channel_group. */
export function administersChannel(person: ChannelRelation): boolean {
  return person.role !== ROLES.guest && (isAdministrator(person.role) || person.administersByGroup);
}

/**
 * Whether the user may read one message of the channel. `receivedHere`: the message is inside one of the user's spans of this channel.
 * Messages of a private channel that a user received become unreadable for them when they leave it.
 */
export function mayReadChannelMessage(channel: ChannelPrivacy, person: ChannelRelation, receivedHere: boolean): boolean {
  if (!hasContentAccess(channel, person)) return false;
  return channel.historyPublicToSubscribers || channel.isWebPublic || receivedHere;
}
