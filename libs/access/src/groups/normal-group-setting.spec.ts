import { describe, expect, it } from '@jest/globals';
import type { GroupSettingValue } from '@parley/contracts/channels';
import { type NormalGroupSetting, normalGroupSetting } from './normal-group-setting.js';

const NOBODY = 1;

describe('the normal form of a group-setting value', () => {
  const table: [string, GroupSettingValue, NormalGroupSetting][] = [
    ['an id', 7, { kind: 'group', groupId: 7 }],
    ['nothing: role:nobody', { direct_members: [], direct_subgroups: [] }, { kind: 'group', groupId: NOBODY }],
    ['one group alone becomes that group', { direct_members: [], direct_subgroups: [7, 7] }, { kind: 'group', groupId: 7 }],
    ['two groups', { direct_members: [], direct_subgroups: [9, 7, 9] }, { kind: 'anonymous', members: [], subgroups: [7, 9] }],
    ['people', { direct_members: [5, 3, 5], direct_subgroups: [] }, { kind: 'anonymous', members: [3, 5], subgroups: [] }],
    ['users and a group', { direct_members: [3], direct_subgroups: [7] }, { kind: 'anonymous', members: [3], subgroups: [7] }],
  ];
  for (const [what, value, normal] of table) it(what, () => expect(normalGroupSetting(value, NOBODY)).toEqual(normal));

  it('does not change values that are already normal', () => {
    const value = normalGroupSetting({ direct_members: [9, 3], direct_subgroups: [8] }, NOBODY);
    const again = value.kind === 'group' ? value.groupId : { direct_members: [...value.members], direct_subgroups: [...value.subgroups] };
    expect(normalGroupSetting(again, NOBODY)).toEqual(value);
  });
});
