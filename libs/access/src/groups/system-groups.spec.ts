import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES, ROLES } from '@parley/contracts';
import { isFullMember, isSystemGroup, SYSTEM_GROUPS, type SystemGroup, systemGroupIncludes } from './system-groups.js';

describe('system groups', () => {
  const standings = [
    { who: 'owner', role: ROLES.owner, isFullMember: true },
    { who: 'administrator', role: ROLES.administrator, isFullMember: true },
    { who: 'moderator', role: ROLES.moderator, isFullMember: true },
    { who: 'full member', role: ROLES.member, isFullMember: true },
    { who: 'new member', role: ROLES.member, isFullMember: false },
    { who: 'guest', role: ROLES.guest, isFullMember: false },
  ] as const;
  /** Membership in each group, in the order of `standings`. */
  const table: Readonly<Record<SystemGroup, readonly (0 | 1)[]>> = {
    'role:nobody': [0, 0, 0, 0, 0, 0],
    'role:owners': [1, 0, 0, 0, 0, 0],
    'role:administrators': [1, 1, 0, 0, 0, 0],
    'role:moderators': [1, 1, 1, 0, 0, 0],
    'role:fullmembers': [1, 1, 1, 1, 0, 0],
    'role:members': [1, 1, 1, 1, 1, 0],
    'role:everyone': [1, 1, 1, 1, 1, 1],
    'role:internet': [1, 1, 1, 1, 1, 1],
  };
  for (const group of SYSTEM_GROUPS) {
    it(`${group} contains ${standings.filter((_, n) => table[group][n] === 1).map(({ who }) => who)}`, () => {
      expect(standings.map((standing) => (systemGroupIncludes(group, standing) ? 1 : 0))).toEqual(table[group]);
    });
  }

  it('each except the first contains the one before', () => {
    const nested = SYSTEM_GROUPS.slice(1);
    for (const [n, group] of nested.entries()) {
      const narrower = nested[n - 1] ?? 'role:nobody';
      for (const standing of standings)
        if (systemGroupIncludes(narrower, standing)) expect(systemGroupIncludes(group, standing)).toBe(true);
    }
  });

  it('are known by name', () => {
    expect(isSystemGroup('role:members')).toBe(true);
    expect(isSystemGroup('members')).toBe(false);
  });
});

describe('full members', () => {
  const now = new Date('2026-06-01T00:00:00Z');
  const joined = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);

  it('include members after the waiting period, to the day', () => {
    expect(isFullMember(ROLES.member, joined(3), 3, now)).toBe(true);
    expect(isFullMember(ROLES.member, joined(2.9), 3, now)).toBe(false);
    expect(isFullMember(ROLES.member, joined(0), 0, now)).toBe(true);
  });

  it('include moderators and above whenever they joined, and never guests', () => {
    const fresh = ALL_ROLES.filter((role) => isFullMember(role, joined(0), 30, now));
    expect(fresh).toEqual([ROLES.owner, ROLES.administrator, ROLES.moderator]);
    expect(isFullMember(ROLES.guest, joined(1000), 3, now)).toBe(false);
  });
});
