import { describe, expect, it } from '@jest/globals';
import type { GroupSettingUpdate, GroupSettingValue } from '@parley/contracts/channels';
import type { PermissionSetting } from '@parley/contracts/organization';
import { changedSettings } from './chosen-setting.js';

const NOBODY = 9;
const limits = {} as PermissionSetting;
const changed = (current: GroupSettingValue, update: GroupSettingUpdate) =>
  changedSettings([{ name: 'can_invite', limits, update, current }], NOBODY);
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
    expect(changed(1, { old: 1, new: 2 })).toHaveLength(1);
    expect(changed(1, { old: anonymous([], [1]), new: 2 })).toHaveLength(1);
    expect(() => changed(1, { old: 3, new: 2 })).toThrow("'old'");
    expect(() => changed(1, { old: 3, new: 1 })).toThrow("'old'");
  });
});
