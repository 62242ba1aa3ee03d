import { describe, expect, it } from '@jest/globals';
import type { GroupSettingUpdate, GroupSettingValue } from '@parley/contracts/channels';
import { ORGANIZATION_PERMISSIONS, type PermissionSetting } from '@parley/contracts/organization';
import { changedSettings, chosenGroupRefusal, expectedSettingRefusal } from './chosen-setting.policy.js';

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
