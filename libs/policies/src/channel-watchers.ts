import { ALL_ROLES, type ChannelWatchers, ROLES, type Role } from '@parley/contracts';
import { type ChannelPrivacy, hasMetadataAccess } from './channel-access.js';
import { isSystemGroup, systemGroupIncludes } from './system-groups.js';

/** The people that the groups of a private channel let know of it: can_administer, can_subscribe and can_add_subscribers. */
export interface InvolvedGroups {
  readonly userIds: readonly number[];
  /** Those of them who are guests: guests never benefit. */
  readonly guestIds: readonly number[];
  readonly systemGroups: readonly string[];
}

/**
 * Who knows of a channel without being subscribed.
 * hasMetadataAccess says the same of one person; a test holds the two against each other.
 */
export function channelWatchers(channel: ChannelPrivacy, groups: readonly InvolvedGroups[]): ChannelWatchers {
  const systemGroups = groups.flatMap((group) => group.systemGroups);
  const roles = ALL_ROLES.filter((role) => watchesByRole(channel, role, systemGroups));
  if (!channel.isPrivate) return { roles, userIds: [] };
  const guests = new Set(groups.flatMap((group) => group.guestIds));
  const people = new Set(groups.flatMap((group) => group.userIds).filter((id) => !guests.has(id)));
  return { roles, userIds: [...people].sort((a, b) => a - b) };
}

function watchesByRole(channel: ChannelPrivacy, role: Role, systemGroups: readonly string[]): boolean {
  // Full members with the role of a member are told by id: not every member is one.
  const standing = { role, isFullMember: role < ROLES.member };
  const isLetIn = systemGroups.some((group) => isSystemGroup(group) && systemGroupIncludes(group, standing));
  return hasMetadataAccess(channel, { role, isSubscribed: false, mayJoinByGroup: isLetIn, administersByGroup: isLetIn });
}

/** Whether somebody is among the watchers. */
export function isWatching(watchers: ChannelWatchers, person: { readonly id: number; readonly role: Role }): boolean {
  return watchers.roles.includes(person.role) || watchers.userIds.includes(person.id);
}
