import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES, ROLES } from '@parley/contracts';
import { CHANNEL_GROUP_SETTINGS } from '@parley/contracts/channels';
import { ORGANIZATION_PERMISSIONS, type PermissionSetting, USER_GROUP_SETTINGS } from '@parley/contracts/organization';
import { hasPermission, isAllowedInSetting } from './group-settings.policy.js';
import { SYSTEM_GROUPS } from './system-groups.js';

const ALL = { ...ORGANIZATION_PERMISSIONS, ...USER_GROUP_SETTINGS };
const settings: [string, PermissionSetting][] = Object.entries<PermissionSetting>(ALL);

describe('users who have a permission', () => {
  it.each(settings)('%s: members of the group, guests only if everyone is allowed', (_, setting) => {
    for (const role of ALL_ROLES) {
      expect(hasPermission(setting, { role, isInGroup: true })).toBe(role !== ROLES.guest || setting.everyoneAllowed);
      expect(hasPermission(setting, { role, isInGroup: false })).toBe(false);
    }
  });

  it('guests never create or manage groups, add, remove or join; they may leave and mention', () => {
    const guest = { role: ROLES.guest, isInGroup: true };
    const forGuests = Object.entries<PermissionSetting>(USER_GROUP_SETTINGS).filter(([, setting]) => hasPermission(setting, guest));
    expect(forGuests.map(([name]) => name)).toEqual(['can_leave_group', 'can_mention_group']);
    expect(hasPermission(ALL.can_create_groups, guest) || hasPermission(ALL.can_manage_all_groups, guest)).toBe(false);
  });
});

describe('system groups that a permission may be set to', () => {
  const allowed = (name: keyof typeof ALL) => SYSTEM_GROUPS.filter((group) => isAllowedInSetting(ALL[name], group));
  const roles = ['role:owners', 'role:administrators', 'role:moderators', 'role:fullmembers', 'role:members'];
  it.each([
    ['can_manage_group', ['role:nobody', ...roles]],
    ['can_mention_group', ['role:nobody', ...roles, 'role:everyone']],
    ['can_access_all_users_group', ['role:members', 'role:everyone']],
    ['can_create_web_public_channel_group', ['role:nobody', 'role:owners', 'role:administrators', 'role:moderators']],
  ] as const)('%s', (name, groups) => expect(allowed(name)).toEqual(groups));

  it('include role:nobody only if the permission may be given to nobody', () => {
    const setting = { ...ALL.can_manage_group, nobodyAllowed: false, onlySystemGroups: null };
    expect(isAllowedInSetting(setting, 'role:nobody')).toBe(false);
    expect(isAllowedInSetting({ ...setting, nobodyAllowed: true }, 'role:nobody')).toBe(true);
  });

  it('of a channel: never the internet, always the others, everyone only if it does not give access', () => {
    const withoutEveryone = ['can_add_subscribers_group', 'can_administer_channel_group', 'can_subscribe_group'];
    for (const [name, setting] of Object.entries<PermissionSetting>(CHANNEL_GROUP_SETTINGS)) {
      const everyone = withoutEveryone.includes(name) ? [] : ['role:everyone'];
      expect(SYSTEM_GROUPS.filter((group) => isAllowedInSetting(setting, group))).toEqual(['role:nobody', ...roles, ...everyone]);
    }
  });

  it.each(settings)('%s: its initial group, never the internet', (_, setting) => {
    expect(isAllowedInSetting(setting, setting.initial)).toBe(true);
    expect(isAllowedInSetting(setting, 'role:internet')).toBe(false);
  });
});
