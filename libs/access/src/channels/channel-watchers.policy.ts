import { ALL_ROLES, ROLES, type Role } from '@parley/contracts';
import type { ChannelWatchers } from '@parley/contracts/channels';
import { isSystemGroup, systemGroupIncludes } from '../groups/system-groups.js';
import { type ChannelPrivacy, hasMetadataAccess } from './channel-access.policy.js';

/** Content of the groups whose members can see a private channel: can_administer, can_subscribe and can_add_subscribers. */
export interface InvolvedGroups {
  readonly userIds: readonly number[];
  /** The guests among them, for whom the groups have no effect. */
  readonly guestIds: readonly number[];
  readonly systemGroups: readonly string[];
}

/**
 * The users who can see a channel without being subscribed.
 * hasMetadataAccess decides the same for one user; a test checks that both agree.
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
  // Full members with the member role are listed by id, because not every member is a full member.
  const person = { role, isFullMember: role < ROLES.member };
  const isInvolved = systemGroups.some((group) => isSystemGroup(group) && systemGroupIncludes(group, person));
  return hasMetadataAccess(channel, { role, isSubscribed: false, mayJoinByGroup: isInvolved, administersByGroup: isInvolved });
}

/** Whether the user is among the watchers. */
export function isWatching(watchers: ChannelWatchers, person: { readonly id: number; readonly role: Role }): boolean {
  return watchers.roles.includes(person.role) || watchers.userIds.includes(person.id);
}

/** The users for whom a channel becomes visible or hidden by a change. `except`: users with these roles whose access does not change. */
export interface WatchersCrossing extends ChannelWatchers {
  readonly except: number[];
}

/** The effect of a change of a channel on its visibility. */
export interface WatchersChange {
  /** They saw it before, can see it now, and are not subscribed. */
  readonly kept: ChannelWatchers;
  /** Undefined if there are none. */
  readonly gained: WatchersCrossing | undefined;
  readonly lost: WatchersCrossing | undefined;
}

/** `roles`: of all users listed by id in either of the watchers. Subscribers can see a channel before and after. */
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

/** Users in `to` who are neither in `from` nor subscribed. */
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
