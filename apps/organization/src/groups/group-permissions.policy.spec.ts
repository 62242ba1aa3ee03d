import { describe, expect, it } from '@jest/globals';
import { ROLES, type Role } from '@parley/contracts';
import { USER_GROUP_SETTING_NAMES, type UserGroupSettingName } from '@parley/contracts/organization';
import {
  type EditedGroup,
  GROUP_PERMISSIONS,
  type GroupEditor,
  mayAddMembers,
  mayAddSubgroups,
  mayCreateGroup,
  mayManageGroup,
  mayRemoveMembers,
  mayRemoveSubgroups,
} from './group-permissions.policy.js';

const ME = 7;
const editor = (values: Partial<GroupEditor> = {}): GroupEditor => ({
  userId: ME,
  role: ROLES.member,
  permissions: new Set(),
  ...values,
});
const group = (...settings: UserGroupSettingName[]): EditedGroup => ({ isSystemGroup: false, settings: new Set(settings) });

const ACTIONS = {
  manage: mayManageGroup,
  addMe: (edited: EditedGroup, who: GroupEditor) => mayAddMembers(edited, who, [ME]),
  addOthers: (edited: EditedGroup, who: GroupEditor) => mayAddMembers(edited, who, [ME, 8]),
  addGroups: mayAddSubgroups,
  removeMe: (edited: EditedGroup, who: GroupEditor) => mayRemoveMembers(edited, who, [ME]),
  removeOthers: (edited: EditedGroup, who: GroupEditor) => mayRemoveMembers(edited, who, [8]),
  removeGroups: mayRemoveSubgroups,
};
type Action = keyof typeof ACTIONS;
const EVERYTHING = Object.keys(ACTIONS);
const mayDo = (edited: EditedGroup, who: GroupEditor) =>
  Object.entries(ACTIONS)
    .filter(([, may]) => may(edited, who))
    .map(([name]) => name);

describe('what each permission setting of a group allows', () => {
  const table: Readonly<Record<UserGroupSettingName, readonly Action[]>> = {
    can_add_members_group: ['addMe', 'addOthers', 'addGroups'],
    can_join_group: ['addMe'],
    can_leave_group: ['removeMe'],
    can_manage_group: ['manage', 'addMe', 'addOthers', 'addGroups', 'removeMe', 'removeOthers', 'removeGroups'],
    can_mention_group: [],
    can_remove_members_group: ['removeMe', 'removeOthers', 'removeGroups'],
  };
  for (const setting of USER_GROUP_SETTING_NAMES) {
    it(`${setting}: ${table[setting].join(', ') || 'no change'}`, () => expect(mayDo(group(setting), editor())).toEqual(table[setting]));
  }

  it('no permission: no action', () => expect(mayDo(group(), editor())).toEqual([]));
});

describe('callers who do not need the permissions of a group', () => {
  it('may do everything if they may manage all groups', () => {
    expect(mayDo(group(), editor({ permissions: new Set(['can_manage_all_groups']) }))).toEqual(EVERYTHING);
  });

  it('do not include any role by itself', () => {
    const roles: Role[] = [ROLES.owner, ROLES.administrator, ROLES.moderator, ROLES.member, ROLES.guest];
    for (const role of roles) expect(mayDo(group(), editor({ role }))).toEqual([]);
  });
});

describe('what no one may do', () => {
  it('changing a system group', () => {
    const system: EditedGroup = { isSystemGroup: true, settings: new Set(USER_GROUP_SETTING_NAMES) };
    expect(mayDo(system, editor({ role: ROLES.owner, permissions: new Set(GROUP_PERMISSIONS) }))).toEqual([]);
  });

  it('as a guest: more than leaving, regardless of the permissions of the group', () => {
    expect(mayDo(group(...USER_GROUP_SETTING_NAMES), editor({ role: ROLES.guest }))).toEqual(['removeMe']);
  });
});

describe('creating a group', () => {
  it('needs can_create_groups', () => {
    expect(mayCreateGroup(editor({ permissions: new Set(['can_create_groups']) }))).toBe(true);
    expect(mayCreateGroup(editor({ role: ROLES.owner }))).toBe(false);
  });
});
