import { isAdministrator, ROLES, type Role } from '@parley/contracts';

/** What access to a channel depends on, of the channel. */
export interface ChannelPrivacy {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  /** False: a subscriber reads what was sent while subscribed. */
  readonly historyPublicToSubscribers: boolean;
}

/** What access to a channel depends on, of the person. */
export interface ChannelRelation {
  readonly role: Role;
  readonly isSubscribed: boolean;
  /** In can_subscribe_group or can_add_subscribers_group of the channel. Guests never benefit. */
  readonly mayJoinByGroup: boolean;
  /** In can_administer_channel_group of the channel. */
  readonly administersByGroup: boolean;
}

/** May read its messages, as far as they are not protected (reference/rules.md section 4). */
export function hasContentAccess(channel: ChannelPrivacy, person: ChannelRelation): boolean {
  if (channel.isWebPublic || person.isSubscribed) return true;
  if (person.role === ROLES.guest) return false;
  return !channel.isPrivate || person.mayJoinByGroup;
}

/** May know that it exists, its name and its subscribers. */
export function hasMetadataAccess(channel: ChannelPrivacy, person: ChannelRelation): boolean {
  return hasContentAccess(channel, person) || administersChannel(person);
}

/** May change its settings, where he may know of it: administrators, and whom the channel names. */
export function administersChannel(person: ChannelRelation): boolean {
  return person.role !== ROLES.guest && (isAdministrator(person.role) || person.administersByGroup);
}

/**
 * May read one message of the channel. `receivedHere`: the place of the message lies in one of the person's spans of this channel.
 * Having received a message of a private channel does not help after leaving it (reference/README.md decision 8).
 */
export function mayReadChannelMessage(channel: ChannelPrivacy, person: ChannelRelation, receivedHere: boolean): boolean {
  if (!hasContentAccess(channel, person)) return false;
  return channel.historyPublicToSubscribers || channel.isWebPublic || receivedHere;
}
