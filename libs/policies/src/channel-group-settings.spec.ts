import { describe, expect, it } from '@jest/globals';
import { CHANNEL_GROUP_SETTING_NAMES, type GroupSettingValue } from '@parley/contracts';
import { isAllowedInChannelSetting, type NormalGroupSetting, normalGroupSetting } from './channel-group-settings.js';

const NOBODY = 1;

describe('the one form of a group-setting value', () => {
  const table: [string, GroupSettingValue, NormalGroupSetting][] = [
    ['an id', 7, { kind: 'group', groupId: 7 }],
    ['nothing: role:nobody', { direct_members: [], direct_subgroups: [] }, { kind: 'group', groupId: NOBODY }],
    ['one group alone: that group', { direct_members: [], direct_subgroups: [7, 7] }, { kind: 'group', groupId: 7 }],
    ['two groups', { direct_members: [], direct_subgroups: [9, 7, 9] }, { kind: 'anonymous', members: [], subgroups: [7, 9] }],
    ['people', { direct_members: [5, 3, 5], direct_subgroups: [] }, { kind: 'anonymous', members: [3, 5], subgroups: [] }],
    ['people and a group', { direct_members: [3], direct_subgroups: [7] }, { kind: 'anonymous', members: [3], subgroups: [7] }],
  ];
  for (const [what, value, normal] of table) it(what, () => expect(normalGroupSetting(value, NOBODY)).toEqual(normal));

  it('is kept by values that have it already', () => {
    const value = normalGroupSetting({ direct_members: [9, 3], direct_subgroups: [8] }, NOBODY);
    const again = value.kind === 'group' ? value.groupId : { direct_members: [...value.members], direct_subgroups: [...value.subgroups] };
    expect(normalGroupSetting(again, NOBODY)).toEqual(value);
  });
});

describe('system groups in permissions of channels', () => {
  const withoutEveryone = ['can_add_subscribers_group', 'can_administer_channel_group', 'can_subscribe_group'];
  for (const setting of CHANNEL_GROUP_SETTING_NAMES) {
    it(`${setting}: never role:internet, ${withoutEveryone.includes(setting) ? 'not' : 'also'} role:everyone, always the others`, () => {
      expect(isAllowedInChannelSetting(setting, 'role:internet')).toBe(false);
      expect(isAllowedInChannelSetting(setting, 'role:everyone')).toBe(!withoutEveryone.includes(setting));
      expect(isAllowedInChannelSetting(setting, 'role:nobody')).toBe(true);
      expect(isAllowedInChannelSetting(setting, 'role:members')).toBe(true);
    });
  }
});
