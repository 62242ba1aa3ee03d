import { describe, expect, it } from '@jest/globals';
import type { ClientState } from '@parley/client';
import { groupsOf, membersOf, timeOf } from './profile-facts.js';

const NOON = new Date(Date.UTC(2026, 10, 25, 12));
const group = (id: number, members: number[], direct_subgroup_ids: number[] = [], more = {}) => ({
  id,
  members,
  direct_subgroup_ids,
  is_system_group: false,
  deactivated: false,
  ...more,
});

describe('the profile of a person', () => {
  it('has their time of day', () => {
    expect(timeOf('Asia/Tokyo', 'en', NOON)).toBe('Wednesday 9:00 PM');
    expect(timeOf('', 'en', NOON)).toBeUndefined();
    expect(timeOf('Nowhere/Here', 'en', NOON)).toBeUndefined();
  });

  it('has the groups that have a name', () => {
    const state: ClientState = {
      realm_user_groups: [
        group(1, [5]),
        group(2, [6]),
        group(3, [5], [], { is_system_group: true }),
        group(4, [5], [], { deactivated: true }),
      ],
    } as never;
    expect(groupsOf(state, 5).map(({ id }) => id)).toEqual([1]);
  });
});

describe('a group', () => {
  it('has the members of the groups inside, also if these contain each other', () => {
    const state: ClientState = { realm_user_groups: [group(1, [5], [2, 9]), group(2, [6], [1]), group(3, [7])] } as never;
    expect([...membersOf(state, 1)].sort()).toEqual([5, 6]);
  });
});
