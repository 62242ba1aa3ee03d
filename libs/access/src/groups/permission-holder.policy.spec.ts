import { describe, expect, it } from '@jest/globals';
import { ORGANIZATION_PERMISSION_NAMES, ORGANIZATION_PERMISSIONS } from '@parley/contracts/organization';
import { areGuestsLimited, holderOf } from './permission-holder.policy.js';
import { SYSTEM_GROUPS } from './system-groups.js';

const systemGroups = new Map<string, number>(SYSTEM_GROUPS.map((name, index) => [name, 10 + index]));

describe('the group that has a permission', () => {
  it.each(ORGANIZATION_PERMISSION_NAMES)('%s: the chosen group, otherwise the initial system group', (permission) => {
    const initial = systemGroups.get(ORGANIZATION_PERMISSIONS[permission].initial);
    expect(initial).toBeDefined();
    expect(holderOf({ settings: {}, systemGroups }, permission)).toBe(initial);
    expect(holderOf({ settings: { [permission]: 77 }, systemGroups }, permission)).toBe(77);
  });

  it('is not affected by the choice for another permission', () => {
    const settings = { can_create_groups: 77 };
    expect(holderOf({ settings, systemGroups }, 'can_create_bots_group')).toBe(systemGroups.get('role:members'));
  });

  it('does not exist for an organization that does not exist', () => {
    expect(holderOf({ settings: {}, systemGroups: new Map() }, 'can_create_groups')).toBeUndefined();
  });
});

describe('guests', () => {
  it.each([
    [undefined, false],
    ['role:everyone', false],
    ['role:members', true],
  ])('with can_access_all_users_group %s: limited %s', (chosen, isLimited) => {
    const settings = chosen === undefined ? {} : { can_access_all_users_group: systemGroups.get(chosen) };
    expect(areGuestsLimited({ settings, systemGroups })).toBe(isLimited);
  });
});
