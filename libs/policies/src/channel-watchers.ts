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

/** Who learns of a channel, or ceases to know of it, when those who know of it change. `except`: who is on the same side as before. */
export interface WatchersCrossing extends ChannelWatchers {
  readonly except: number[];
}

/** What a change of a channel does to those who know of it. */
export interface WatchersChange {
  /** Knew of it before, know of it now, and are not subscribed. */
  readonly kept: ChannelWatchers;
  /** Undefined: nobody. */
  readonly gained: WatchersCrossing | undefined;
  readonly lost: WatchersCrossing | undefined;
}

/** `roles`: of everybody whom either of the watchers names by id. Subscribers know of a channel before and after. */
export function watchersChange(
  before: ChannelWatchers,
  after: ChannelWatchers,
  roles: ReadonlyMap<number, Role>,
  subscriberIds: readonly number[],
): WatchersChange {
  const named = [...roles].map(([id, role]) => ({ id, role }));
  const remain = named.filter((person) => isWatching(before, person) && isWatching(after, person));
  return {
    kept: { roles: before.roles.filter((role) => after.roles.includes(role)), userIds: ascendingIds(remain) },
    gained: crossing(before, after, named, subscriberIds),
    lost: crossing(after, before, named, subscriberIds),
  };
}

/** Who is among `to` and neither among `from` nor subscribed. */
function crossing(
  from: ChannelWatchers,
  to: ChannelWatchers,
  named: readonly { readonly id: number; readonly role: Role }[],
  subscriberIds: readonly number[],
): WatchersCrossing | undefined {
  const subscribed = new Set(subscriberIds);
  const roles = to.roles.filter((role) => !from.roles.includes(role));
  const people = named.filter((person) => isWatching(to, person) && !isWatching(from, person) && !subscribed.has(person.id));
  if (roles.length === 0 && people.length === 0) return undefined;
  return { roles, userIds: ascendingIds(people), except: roles.length === 0 ? [] : [...new Set([...subscriberIds, ...from.userIds])] };
}

function ascendingIds(people: readonly { readonly id: number }[]): number[] {
  return people.map((person) => person.id).sort((a, b) => a - b);
}
