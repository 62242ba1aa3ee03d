import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { type GroupGraph, groupsWithin, isInGroup, makesCycle } from './group-graph.js';

describe('the groups inside a group', () => {
  // Group 1 contains 2 and 3, both contain 4.
  const subgroups = new Map([
    [1, [2, 3]],
    [2, [4]],
    [3, [4]],
  ]);

  it('are all groups below it, once, and the group itself', () => {
    expect([...groupsWithin(subgroups, [1])]).toEqual([1, 2, 3, 4]);
    expect([...groupsWithin(subgroups, [3, 4])]).toEqual([3, 4]);
    expect([...groupsWithin(subgroups, [])]).toEqual([]);
  });

  it('are also found if a group contains itself', () => {
    const round = new Map([
      [1, [2]],
      [2, [1]],
    ]);
    expect([...groupsWithin(round, [1])]).toEqual([1, 2]);
  });

  const table: [string, number, number[], boolean][] = [
    ['the group itself', 1, [1], true],
    ['a group above it', 4, [1], true],
    ['a group directly above it', 4, [3], true],
    ['several, of which one is above it', 4, [5, 2], true],
    ['a group already below it', 1, [4], false],
    ['a sibling', 2, [3], false],
    ['an unrelated group', 4, [5], false],
    ['nothing', 1, [], false],
  ];
  for (const [what, groupId, added, isCycle] of table) {
    it(`${isCycle ? 'rejects' : 'accepts'} ${what}`, () => expect(makesCycle(subgroups, groupId, added)).toBe(isCycle));
  }
});

describe('a user is in a group', () => {
  const graph: GroupGraph = {
    subgroups: new Map([
      [1, [2, 8]],
      [2, [3]],
    ]),
    members: new Map([
      [3, [70]],
      [2, [71]],
    ]),
    systemGroups: new Map([
      [8, 'role:moderators'],
      [9, 'role:nobody'],
    ]),
  };
  const member = (id: number) => ({ id, role: ROLES.member, isFullMember: true });

  it('directly, through groups inside it, and by role', () => {
    expect([1, 2, 3, 8, 9].filter((groupId) => isInGroup(graph, groupId, member(70)))).toEqual([1, 2, 3]);
    expect([1, 2, 3, 8, 9].filter((groupId) => isInGroup(graph, groupId, member(71)))).toEqual([1, 2]);
    expect([1, 2, 3, 8, 9].filter((groupId) => isInGroup(graph, groupId, { ...member(72), role: ROLES.owner }))).toEqual([1, 8]);
  });

  it('also if it contains a chain of 1,000 groups, which is walked once', () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => n);
    const chain: GroupGraph = {
      subgroups: new Map(ids.map((id) => [id, [id + 1]])),
      members: new Map([[1_000, [70]]]),
      systemGroups: new Map(),
    };
    expect(isInGroup(chain, 0, member(70))).toBe(true);
    expect(isInGroup(chain, 0, member(71))).toBe(false);
  });
});
