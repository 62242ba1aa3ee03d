import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES, ROLES, type Role } from '@parley/contracts';
import fc from 'fast-check';
import { type GroupGraph, isInGroup } from '../groups/group-graph.js';
import { SYSTEM_GROUPS, systemGroupIncludes } from '../groups/system-groups.js';
import { administersChannel, hasContentAccess, hasMetadataAccess } from './channel-access.policy.js';
import { mayAddOthers, mayRemoveOthers, maySubscribe } from './channel-subscribing.policy.js';
import { channelWatchers, isWatching } from './channel-watchers.policy.js';
import { sendRefusal } from './send-permission.policy.js';

// Compares decisions about channels over random graphs of groups with a slow reference. It computes the set of users for each permission, and
// shares no code with the policies under test.

interface Person {
  readonly id: number;
  readonly role: Role;
  readonly isFullMember: boolean;
}

const PEOPLE = 7;
const NAMED_GROUPS = 6;
/** Ids: users from 1, groups from 100, system groups from 200. */
const groupId = (n: number) => 100 + n;
const systemIds = SYSTEM_GROUPS.map((_, n) => 200 + n);
const anyGroup = fc.oneof(fc.nat(NAMED_GROUPS - 1).map(groupId), fc.constantFrom(...systemIds));

const person = (id: number): fc.Arbitrary<Person> =>
  fc.record({ id: fc.constant(id), role: fc.constantFrom(...ALL_ROLES), young: fc.boolean() }).map(({ role, young }) => ({
    id,
    role,
    isFullMember: role <= ROLES.moderator || (role === ROLES.member && !young),
  }));
const people = fc.tuple(...Array.from({ length: PEOPLE }, (_, n) => person(n + 1)));

/** Cycles included: writes refuse them, but decisions must not hang on one. */
const graph: fc.Arbitrary<GroupGraph> = fc
  .array(fc.record({ members: fc.subarray(range(1, PEOPLE)), subgroups: fc.uniqueArray(anyGroup, { maxLength: 3 }) }), {
    minLength: NAMED_GROUPS,
    maxLength: NAMED_GROUPS,
  })
  .map((groups) => ({
    members: new Map(groups.map(({ members }, n) => [groupId(n), members])),
    subgroups: new Map(groups.map(({ subgroups }, n) => [groupId(n), subgroups])),
    systemGroups: new Map(systemIds.map((id, n) => [id, SYSTEM_GROUPS[n] ?? ''])),
  }));

const channel = fc
  .record({
    kind: fc.constantFrom('web-public', 'public', 'shared', 'protected'),
    isArchived: fc.boolean(),
    subscribers: fc.subarray(range(1, PEOPLE)),
    canSendMessageGroup: anyGroup,
    canCreateTopicGroup: anyGroup,
    canSubscribeGroup: anyGroup,
    canAddSubscribersGroup: anyGroup,
    canRemoveSubscribersGroup: anyGroup,
    canAdministerChannelGroup: anyGroup,
  })
  .map(({ kind, ...rest }) => ({
    id: 1,
    name: 'a channel',
    isWebPublic: kind === 'web-public',
    isPrivate: kind === 'shared' || kind === 'protected',
    historyPublicToSubscribers: kind !== 'protected',
    ...rest,
  }));

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

/** All users in a group, computed by adding members until the set does not grow any more. */
function peopleIn({ members, subgroups, systemGroups }: GroupGraph, all: readonly Person[], requested: number): Set<number> {
  let inside = new Set([requested]);
  for (let grew = true; grew; ) {
    const next = new Set([...inside, ...[...inside].flatMap((id) => subgroups.get(id) ?? [])]);
    grew = next.size > inside.size;
    inside = next;
  }
  const direct = [...inside].flatMap((id) => members.get(id) ?? []);
  const names = [...inside].flatMap((id) => systemGroups.get(id) ?? []);
  const byRole = all.filter(({ role, isFullMember }) =>
    names.some((name) => {
      if (name === 'role:everyone' || name === 'role:internet') return true;
      if (name === 'role:members') return role !== ROLES.guest;
      if (name === 'role:fullmembers') return role !== ROLES.guest && isFullMember;
      if (name === 'role:moderators') return role === ROLES.owner || role === ROLES.administrator || role === ROLES.moderator;
      if (name === 'role:administrators') return role === ROLES.owner || role === ROLES.administrator;
      return name === 'role:owners' && role === ROLES.owner;
    }),
  );
  return new Set([...direct, ...byRole.map(({ id }) => id)]);
}

type Channel = typeof channel extends fc.Arbitrary<infer C> ? C : never;

/** For each permission, the set of users who have it. */
function reference(groups: GroupGraph, all: readonly Person[], where: Channel) {
  const inGroup = (id: number) => peopleIn(groups, all, id);
  const ids = new Set(all.map(({ id }) => id));
  const others = new Set(all.filter(({ role }) => role !== ROLES.guest).map(({ id }) => id));
  const administrators = new Set(all.filter(({ role }) => role === ROLES.owner || role === ROLES.administrator).map(({ id }) => id));
  const subscribers = new Set(where.subscribers);
  const joiners = both(union(inGroup(where.canSubscribeGroup), inGroup(where.canAddSubscribersGroup)), others);
  const content = union(subscribers, joiners, where.isPrivate ? new Set() : others, where.isWebPublic ? ids : new Set());
  const administering = union(administrators, both(inGroup(where.canAdministerChannelGroup), others));
  const wayIn = where.isPrivate && !where.historyPublicToSubscribers ? subscribers : content;
  const posting = both(inGroup(where.canSendMessageGroup), where.isArchived ? new Set<number>() : wayIn);
  return {
    content,
    administering,
    metadata: union(content, administering),
    subscribing: where.isArchived ? new Set<number>() : both(content, others),
    adding: union(both(inGroup(where.canAddSubscribersGroup), others), administering),
    removing: union(inGroup(where.canRemoveSubscribersGroup), administering),
    posting,
    starting: both(posting, inGroup(where.canCreateTopicGroup)),
  };
}

function union(...sets: ReadonlySet<number>[]): Set<number> {
  return new Set(sets.flatMap((set) => [...set]));
}
function both(one: ReadonlySet<number>, other: ReadonlySet<number>): Set<number> {
  return new Set([...one].filter((id) => other.has(id)));
}

/** The input of the decisions for one user. */
function relationOf(groups: GroupGraph, where: Channel, who: Person) {
  const isIn = (id: number) => isInGroup(groups, id, who);
  return {
    role: who.role,
    isSubscribed: where.subscribers.includes(who.id),
    mayJoinByGroup: isIn(where.canSubscribeGroup) || isIn(where.canAddSubscribersGroup),
    administersByGroup: isIn(where.canAdministerChannelGroup),
    addsByGroup: isIn(where.canAddSubscribersGroup),
    removesByGroup: isIn(where.canRemoveSubscribersGroup),
    addsAnywhere: false,
  };
}

function maySend(groups: GroupGraph, where: Channel, who: Person, topicExists: boolean): boolean {
  const all = [...groups.members.keys(), ...systemIds];
  const groupIds = new Set(all.filter((id) => isInGroup(groups, id, who)));
  const sender = { role: who.role, isSubscribed: where.subscribers.includes(who.id), groupIds, owner: null };
  return sendRefusal(where, sender, topicExists) === undefined;
}

describe('decisions about channels, over random groups', () => {
  it('agree with the reference for each user', () => {
    fc.assert(
      fc.property(graph, people, channel, (groups, all, where) => {
        const expected = reference(groups, all, where);
        const decided = (decide: (who: Person) => boolean) => new Set(all.filter(decide).map(({ id }) => id));
        const relation = (who: Person) => relationOf(groups, where, who);
        expect({
          content: decided((who) => hasContentAccess(where, relation(who))),
          administering: decided((who) => administersChannel(relation(who))),
          metadata: decided((who) => hasMetadataAccess(where, relation(who))),
          subscribing: decided((who) => maySubscribe(where, relation(who))),
          adding: decided((who) => mayAddOthers(relation(who))),
          removing: decided((who) => mayRemoveOthers(relation(who))),
          posting: decided((who) => maySend(groups, where, who, true)),
          starting: decided((who) => maySend(groups, where, who, false)),
        }).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('list as watchers of a channel exactly the users who can see it without being subscribed', () => {
    fc.assert(
      fc.property(graph, people, channel, (groups, all, where) => {
        const contents = [where.canAdministerChannelGroup, where.canSubscribeGroup, where.canAddSubscribersGroup].map((id) =>
          contentOf(groups, all, id),
        );
        const watchers = channelWatchers(where, contents);
        const { metadata } = reference(groups, all, { ...where, subscribers: [] });
        expect(new Set(all.filter((who) => isWatching(watchers, who)).map(({ id }) => id))).toEqual(metadata);
      }),
      { numRuns: 500 },
    );
  });
});

/** The content of a group as the database returns it: users and full members by id, other system groups by name. */
function contentOf(groups: GroupGraph, all: readonly Person[], requested: number) {
  const systemGroups = SYSTEM_GROUPS.filter((name, n) => isInside(groups, requested, systemIds[n] ?? 0) && name !== 'role:nobody');
  const listed = all.filter(({ id, role, isFullMember }) => {
    const isFull = systemGroups.includes('role:fullmembers') && systemGroupIncludes('role:fullmembers', { role, isFullMember });
    return (
      isFull || [...groups.members.keys()].some((group) => isInside(groups, requested, group) && groups.members.get(group)?.includes(id))
    );
  });
  const guests = listed.filter(({ role }) => role === ROLES.guest);
  return { userIds: listed.map(({ id }) => id), guestIds: guests.map(({ id }) => id), systemGroups };
}

function isInside({ subgroups }: Pick<GroupGraph, 'subgroups'>, outer: number, inner: number, seen: readonly number[] = []): boolean {
  if (outer === inner) return true;
  if (seen.includes(outer)) return false;
  return (subgroups.get(outer) ?? []).some((next) => isInside({ subgroups }, next, inner, [...seen, outer]));
}
