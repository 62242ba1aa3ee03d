import { ALL_ROLES, type ChannelWatchers, ROLES, type Role } from '@parley/contracts';
import { type ChannelPrivacy, hasMetadataAccess } from './channel-access.js';
import { isSystemGroup, systemGroupIncludes } from './system-groups.js';

/** The people that the groups of a private channel let know of it: can_administer, can_subscribe and can_add_subscribers. */
export interface InvolvedGroups {
  /** Direct members and full members; guests among them are not let in. */
  readonly userIds: readonly number[];
  readonly systemGroups: readonly string[];
}

/**
 * Who knows of a channel without being subscribed. `guestIds`: which of `groups.userIds` are guests, who never benefit.
 * hasMetadataAccess says the same of one person; a test holds the two against each other.
 */
export function channelWatchers(channel: ChannelPrivacy, groups: InvolvedGroups, guestIds: ReadonlySet<number>): ChannelWatchers {
  const roles = ALL_ROLES.filter((role) => watchesByRole(channel, role, groups.systemGroups));
  if (!channel.isPrivate) return { roles, userIds: [] };
  return { roles, userIds: groups.userIds.filter((id) => !guestIds.has(id)) };
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
