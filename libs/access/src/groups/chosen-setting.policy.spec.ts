import { describe, expect, it } from '@jest/globals';
import type { GroupSettingUpdate, GroupSettingValue } from '@parley/contracts/channels';
import { ORGANIZATION_PERMISSIONS, type PermissionSetting } from '@parley/contracts/organization';
import { changedSettings, chosenGroupRefusal, chosenValueRefusal, expectedSettingRefusal } from './chosen-setting.policy.js';
import { normalGroupSetting } from './normal-group-setting.js';

const NOBODY = 9;
const limits = {} as PermissionSetting;
const requested = (current: GroupSettingValue, update: GroupSettingUpdate) => [{ name: 'can_invite', limits, update, current }];
const changed = (current: GroupSettingValue, update: GroupSettingUpdate) => changedSettings(requested(current, update), NOBODY);
const refusal = (current: GroupSettingValue, update: GroupSettingUpdate) => expectedSettingRefusal(requested(current, update), NOBODY);
const anonymous = (members: number[], subgroups: number[] = []) => ({ direct_members: members, direct_subgroups: subgroups });

describe('the settings of a request that change', () => {
  it('are those with another value', () => {
    expect(changed(1, { new: 2 })).toEqual([{ name: 'can_invite', limits, value: 2 }]);
    expect(changed(anonymous([5]), { new: anonymous([5, 6]) })).toEqual([{ name: 'can_invite', limits, value: anonymous([5, 6]) }]);
  });

  it('are not those that only look different', () => {
    expect(changed(1, { new: 1 })).toEqual([]);
    expect(changed(1, { new: anonymous([], [1]) })).toEqual([]);
    expect(changed(NOBODY, { new: anonymous([]) })).toEqual([]);
    expect(changed(anonymous([6, 5]), { new: anonymous([5, 6, 6]) })).toEqual([]);
  });

  it('are refused if the client last saw another value', () => {
    expect(refusal(1, { new: 2 })).toBeUndefined();
    expect(refusal(1, { old: 1, new: 2 })).toBeUndefined();
    expect(refusal(1, { old: anonymous([], [1]), new: 2 })).toBeUndefined();
    expect(refusal(1, { old: 3, new: 2 })?.msg).toContain("'old'");
    expect(refusal(1, { old: 3, new: 1 })?.msg).toContain("'old'");
    const both = [...requested(1, { old: 1, new: 2 }), ...requested(1, { old: 3, new: 2 })];
    expect(expectedSettingRefusal(both, NOBODY)?.code).toBe('EXPECTATION_MISMATCH');
  });
});

describe('a chosen group', () => {
  const setting = { name: 'can_create_groups', limits: ORGANIZATION_PERMISSIONS.can_create_groups };
  const cooks = { name: 'cooks', isSystemGroup: false, isDeactivated: false };
  it.each([
    ['any group', 7, cooks, undefined],
    ['an unknown group', 7, undefined, 'Invalid user group'],
    ['an unknown group inside an anonymous one', anonymous([], [7]), undefined, 'Invalid user group ID: 7'],
    ['the anonymous group of another setting', 7, { ...cooks, name: null }, 'Invalid user group'],
    ['a deactivated group', 7, { ...cooks, isDeactivated: true }, 'User group is deactivated.'],
    ['an allowed system group', 7, { ...cooks, name: 'role:members', isSystemGroup: true }, undefined],
    [
      'another system group',
      7,
      { ...cooks, name: 'role:everyone', isSystemGroup: true },
      "'can_create_groups' setting cannot be set to 'role:everyone' group.",
    ],
  ])('%s', (_, value, group, msg) => {
    expect(chosenGroupRefusal({ ...setting, value }, 7, group)?.msg).toBe(msg);
  });
});

describe('a chosen value', () => {
  const cooks = { name: 'cooks', isSystemGroup: false, isDeactivated: false };
  const members = { name: 'role:members', isSystemGroup: true, isDeactivated: false };
  const groups = new Map([
    [7, cooks],
    [8, members],
    [6, { ...cooks, isDeactivated: true }],
  ]);
  const anyGroup = ORGANIZATION_PERMISSIONS.can_create_groups;
  const systemOnly = ORGANIZATION_PERMISSIONS.can_access_all_users_group;
  const refusalOf = (limits: PermissionSetting, value: GroupSettingValue) =>
    chosenValueRefusal({ name: 'can_create_groups', limits, value }, normalGroupSetting(value, NOBODY), groups)?.msg;

  it.each([
    [7, undefined],
    [8, undefined],
    [6, 'User group is deactivated.'],
    [5, 'Invalid user group'],
    [anonymous([1], [7, 8]), undefined],
    [anonymous([1], [7, 6]), 'User group is deactivated.'],
    [anonymous([1], [7, 5]), 'Invalid user group ID: 5'],
    [anonymous([1]), undefined],
  ])('of any groups: %j: %s', (value, msg) => expect(refusalOf(anyGroup, value)).toBe(msg));

  it.each([
    [8, undefined],
    [7, "'can_create_groups' must be a system user group."],
    [anonymous([1], [8]), "'can_create_groups' must be a system user group."],
    [6, 'User group is deactivated.'],
  ])('of a setting for system groups: %j: %s', (value, msg) => expect(refusalOf(systemOnly, value)).toBe(msg));
});
