import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES, ROLES, type Role } from '@parley/contracts';
import fc from 'fast-check';
import { isSystemGroup, SYSTEM_GROUPS, systemGroupIncludes } from '../groups/system-groups.js';
import { type ChannelPrivacy, hasMetadataAccess } from './channel-access.policy.js';
import { channelWatchers, isWatching, watchersChange } from './channel-watchers.policy.js';

const PUBLIC: ChannelPrivacy = { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: true };
const PRIVATE: ChannelPrivacy = { ...PUBLIC, isPrivate: true };
const group = (userIds: number[], systemGroups: string[] = [], guestIds: number[] = []) => ({ userIds, systemGroups, guestIds });

describe('the watchers of a channel', () => {
  it('public: all roles except guests; web-public: all roles', () => {
    expect(channelWatchers(PUBLIC, [])).toEqual({ roles: [ROLES.owner, ROLES.administrator, ROLES.moderator, ROLES.member], userIds: [] });
    expect(channelWatchers({ ...PUBLIC, isWebPublic: true }, [])).toEqual({ roles: ALL_ROLES, userIds: [] });
    expect(channelWatchers(PUBLIC, [group([5])]).userIds).toEqual([]);
  });

  it('private: administrators, and members of its groups except guests', () => {
    expect(channelWatchers(PRIVATE, [group([5, 3], [], [3]), group([5, 9])])).toEqual({
      roles: [ROLES.owner, ROLES.administrator],
      userIds: [5, 9],
    });
    expect(channelWatchers(PRIVATE, [group([9]), group([70, 9, 8])]).userIds).toEqual([8, 9, 70]);
    expect(channelWatchers(PRIVATE, [group([], ['role:everyone'])]).roles).toEqual([100, 200, 300, 400]);
    expect(channelWatchers(PRIVATE, [group([], ['role:moderators'])]).roles).toEqual([100, 200, 300]);
    expect(channelWatchers(PRIVATE, [group([7], ['role:fullmembers'])])).toEqual({ roles: [100, 200, 300], userIds: [7] });
  });

  it('are exactly those with metadata access who are not subscribed', () => {
    const person = fc.record({ id: fc.constantFrom(1, 2, 3), role: fc.constantFrom<Role>(...ALL_ROLES) });
    const systemGroup = fc.constantFrom(...SYSTEM_GROUPS.filter((name) => name !== 'role:fullmembers'));
    const groups = fc.record({ members: fc.subarray([1, 2, 3]), systemGroups: fc.array(systemGroup, { maxLength: 2 }) });
    fc.assert(
      fc.property(person, fc.boolean(), fc.boolean(), groups, ({ id, role }, isPrivate, isWebPublic, { members, systemGroups }) => {
        const privacy = { isPrivate, isWebPublic: isWebPublic && !isPrivate, historyPublicToSubscribers: true };
        const guestIds = role === ROLES.guest ? [id] : [];
        const watchers = channelWatchers(privacy, [group(members, [...systemGroups], guestIds)]);
        const isLetIn =
          members.includes(id) ||
          systemGroups.some((name) => isSystemGroup(name) && systemGroupIncludes(name, { role, isFullMember: true }));
        const relation = { role, isSubscribed: false, mayJoinByGroup: isLetIn, administersByGroup: false };
        expect(isWatching(watchers, { id, role })).toBe(hasMetadataAccess(privacy, relation));
      }),
    );
  });
});

describe('a change of the watchers of a channel', () => {
  const roleOf = new Map<number, Role>(ALL_ROLES.flatMap((role, index) => [[2 * index, role] as const, [2 * index + 1, role] as const]));
  const everybody = [...roleOf].map(([id, role]) => ({ id, role }));
  const watchers = fc.record({ roles: fc.subarray([...ALL_ROLES]), userIds: fc.subarray([...roleOf.keys()]) });

  it('puts each user into at most one of: gained, lost, kept', () => {
    fc.assert(
      fc.property(watchers, watchers, fc.subarray([...roleOf.keys()]), (before, after, subscriberIds) => {
        const named = new Map([...before.userIds, ...after.userIds].map((id) => [id, roleOf.get(id) ?? ROLES.member]));
        const { gained, lost, kept } = watchersChange(before, after, named, subscriberIds);
        for (const person of everybody) {
          const knew = subscriberIds.includes(person.id) || isWatching(before, person);
          const knows = subscriberIds.includes(person.id) || isWatching(after, person);
          const reached = (side: typeof gained) => side !== undefined && isWatching(side, person) && !side.except.includes(person.id);
          expect(reached(gained)).toBe(!knew && knows);
          expect(reached(lost)).toBe(knew && !knows);
          expect(subscriberIds.includes(person.id) || isWatching(kept, person)).toBe(knew && knows);
        }
      }),
    );
  });

  it('by role excludes subscribers and users who saw it already; lists users in ascending order', () => {
    const named = new Map<number, Role>([20, 10, 3, 5].map((id) => [id, ROLES.member]));
    const before = { roles: [ROLES.owner], userIds: [5, 3] };
    const after = { roles: [ROLES.owner, ROLES.moderator], userIds: [20, 10, 5, 3] };
    expect(watchersChange(before, after, named, [7])).toEqual({
      kept: { roles: [ROLES.owner], userIds: [3, 5] },
      gained: { roles: [ROLES.moderator], userIds: [10, 20], except: [7, 5, 3] },
      lost: undefined,
    });
  });

  it('of single users excludes no one', () => {
    const named = new Map<number, Role>([[5, ROLES.member]]);
    const change = watchersChange({ roles: [], userIds: [] }, { roles: [], userIds: [5] }, named, [7]);
    expect(change.gained).toEqual({ roles: [], userIds: [5], except: [] });
  });

  it('without effect contains no users', () => {
    const same = { roles: [ROLES.owner], userIds: [5] };
    expect(watchersChange(same, same, new Map([[5, ROLES.member]]), [7])).toEqual({ kept: same, gained: undefined, lost: undefined });
  });
});
