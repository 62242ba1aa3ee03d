import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { getIsUserGroupMember, userGroupObject } from '@parley/contracts/organization';
import { Rows } from '@parley/testing';
import { z } from 'zod';
import { GroupSuite } from './group-suite.js';

const ABSENT = 1_999_999_999;

let groups: GroupSuite;
beforeAll(async () => {
  groups = await GroupSuite.open();
});
afterAll(() => groups.suite.close());

describe('a new group', () => {
  it('has the requested values, and by default permissions for its creator and for everyone', async () => {
    const { creator, member } = groups;
    const inner = await groups.group();
    const id = await groups.group({
      name: ' Designers ',
      description: 'Looks',
      members: [member.userId, member.userId],
      subgroups: [inner],
    });
    const byCreator = { direct_members: [creator.userId], direct_subgroups: [] };
    expect(z.strictObject(userGroupObject.shape).parse(await groups.shown(id))).toEqual({
      id,
      name: 'Designers',
      description: 'Looks',
      date_created: expect.any(Number),
      creator_id: creator.userId,
      members: [member.userId],
      direct_subgroup_ids: [inner],
      is_system_group: false,
      can_add_members_group: byCreator,
      can_join_group: groups.systemGroup('role:nobody'),
      can_leave_group: groups.systemGroup('role:everyone'),
      can_manage_group: byCreator,
      can_mention_group: groups.systemGroup('role:everyone'),
      can_remove_members_group: byCreator,
      deactivated: false,
    });
  });

  it('is sent to everyone at once, including guests', async () => {
    const { capable, older } = await groups.explained(() => groups.group({ members: [groups.member.userId] }));
    expect(capable).toMatchObject([{ type: 'user_group', op: 'add', group: { members: [groups.member.userId] } }]);
    expect(older).toEqual(capable);
  });

  it('with 1,500 members is sent in several events', async () => {
    const users = await groups.suite.stores.database.client.userAccount.createManyAndReturn({
      select: { id: true },
      data: Array.from({ length: 1_500 }, (_, n) => ({
        organizationId: groups.home.id,
        deliveryEmail: `many${n}@example.com`,
        apiEmail: `many${n}@example.com`,
        fullName: `Many ${n}`,
        role: ROLES.member,
      })),
    });
    await new Rows(groups.suite.stores.database).changedWithoutEvent(groups.home);
    const { capable } = await groups.explained(() => groups.group({ members: users.map((user) => user.id) }));
    expect(capable.map((event) => event.op)).toEqual(['add', 'add_members']);
  });

  it.each([
    ['a single group means that group', (mod: number) => ({ direct_members: [], direct_subgroups: [mod, mod] }), (mod: number) => mod],
    ['nothing means role:nobody', () => ({ direct_members: [], direct_subgroups: [] }), () => groups.systemGroup('role:nobody')],
    [
      'lists are sorted and without duplicates',
      (mod: number) => ({ direct_members: [groups.third.userId, groups.member.userId, groups.third.userId], direct_subgroups: [mod] }),
      (mod: number) => ({ direct_members: [groups.member.userId, groups.third.userId], direct_subgroups: [mod] }),
    ],
  ])('normalizes permissions: %s', async (_, given, stored) => {
    const moderators = groups.systemGroup('role:moderators');
    const id = await groups.group({ can_mention_group: given(moderators) });
    expect((await groups.shown(id)).can_mention_group).toEqual(stored(moderators));
  });
});

describe('a refused group stores nothing', () => {
  it.each<[string, () => Parameters<GroupSuite['group']>[0], string]>([
    ['no name', () => ({ name: '  ' }), "User group name can't be empty!"],
    ['a name that is too long', () => ({ name: 'x'.repeat(101) }), 'User group name cannot exceed 100 characters.'],
    ['the name of a role', () => ({ name: 'role:designers' }), "User group name cannot start with 'role:'."],
    ['an unknown member', () => ({ members: [ABSENT] }), `Invalid user ID: ${ABSENT}`],
    ['a member of another organization', () => ({ members: [groups.stranger.userId] }), 'Invalid user ID: '],
    ['an unknown subgroup', () => ({ subgroups: [ABSENT] }), `Invalid user group ID: ${ABSENT}`],
    ['a permission of an unknown group', () => ({ can_mention_group: ABSENT }), 'Invalid user group'],
    [
      'a permission with an unknown member',
      () => ({ can_mention_group: { direct_members: [], direct_subgroups: [groups.systemGroup('role:owners'), ABSENT] } }),
      `Invalid user group ID: ${ABSENT}`,
    ],
    [
      'a permission of role:nobody',
      () => ({ can_mention_group: { direct_members: [ABSENT], direct_subgroups: [] } }),
      `Invalid user ID: ${ABSENT}`,
    ],
    [
      'management by everyone',
      () => ({ can_manage_group: groups.systemGroup('role:everyone') }),
      "'can_manage_group' setting cannot be set to 'role:everyone' group.",
    ],
    [
      'a permission of role:internet',
      () => ({ can_mention_group: groups.systemGroup('role:internet') }),
      "'can_mention_group' setting cannot be set to 'role:internet' group.",
    ],
  ])('%s', async (_, values, msg) => {
    expect(await groups.refused(() => groups.group(values()))).toMatchObject({ msg: expect.stringContaining(msg) });
  });

  it('a name that is taken, in any case, also by a deactivated group', async () => {
    const id = await groups.group({ name: 'Taken' });
    await groups.deactivate(id);
    expect(await groups.refused(() => groups.group({ name: 'tAKEN' }))).toMatchObject({ msg: "User group 'tAKEN' already exists." });
  });

  it('a deactivated group as a subgroup or in a permission', async () => {
    const gone = await groups.group();
    await groups.deactivate(gone);
    for (const values of [{ subgroups: [gone] }, { can_join_group: gone }]) {
      expect(await groups.refused(() => groups.group(values))).toMatchObject({ msg: 'User group is deactivated.' });
    }
  });

  it('created by a guest, even if a group with the permission contains the guest', async () => {
    expect(await groups.refused(() => groups.group({}, groups.guest))).toMatchObject({ msg: 'Insufficient permission' });
    const { client } = groups.database;
    const mixed = await groups.group({ members: [groups.guest.userId, groups.third.userId] });
    await client.organization.update({ where: { id: groups.home.id }, data: { settings: { can_create_groups: mixed } } });
    expect(await groups.refused(() => groups.group({}, groups.guest))).toMatchObject({ msg: 'Insufficient permission' });
    expect(await groups.refused(() => groups.group({}, groups.creator))).toMatchObject({ msg: 'Insufficient permission' });
    await expect(groups.group({}, groups.third)).resolves.toEqual(expect.any(Number));
    await client.organization.update({ where: { id: groups.home.id }, data: { settings: {} } });
  });
});

describe('the list of groups', () => {
  it('begins with the system groups, each with its direct members', async () => {
    const listed = await groups.list();
    expect(listed.slice(0, 8).map(({ name, is_system_group }) => [name, is_system_group])).toEqual(
      ['nobody', 'owners', 'administrators', 'moderators', 'fullmembers', 'members', 'everyone', 'internet'].map((n) => [
        `role:${n}`,
        true,
      ]),
    );
    const nobody = groups.systemGroup('role:nobody');
    expect(listed[1]).toMatchObject({ members: [groups.owner.userId], can_mention_group: nobody, can_leave_group: nobody });
    expect(listed.map((group) => group.id)).toEqual(listed.map((group) => group.id).sort((a, b) => a - b));
  });

  it('has deactivated groups only on request', async () => {
    const id = await groups.group();
    await groups.deactivate(id);
    expect((await groups.list()).map((group) => group.id)).not.toContain(id);
    expect(await groups.shown(id)).toMatchObject({ deactivated: true });
  });

  it('is the same as in a registration', async () => {
    const fields = await groups.suite.register(groups.member.caller);
    expect(fields.realm_user_groups).toEqual(await groups.list(true));
  });
});

describe('the members of a group', () => {
  it('are returned directly or including subgroups', async () => {
    const inner = await groups.group({ members: [groups.guest.userId] });
    const outer = await groups.group({ members: [groups.third.userId], subgroups: [inner, groups.systemGroup('role:owners')] });
    expect(await groups.members(outer, true)).toEqual([groups.third.userId]);
    expect(await groups.members(outer)).toEqual([groups.owner.userId, groups.third.userId, groups.guest.userId].sort((a, b) => a - b));
    expect(await groups.subgroups(outer, true)).toEqual([groups.systemGroup('role:owners'), inner]);
  });

  it('can be checked one by one', async () => {
    const inner = await groups.group({ members: [groups.guest.userId] });
    const outer = await groups.group({ subgroups: [inner] });
    const is = async (groupId: number, who: { userId: number }, direct_member_only = false) => {
      const params = { user_group_id: groupId, user_id: who.userId, direct_member_only };
      return (await groups.rpc.call(getIsUserGroupMember, params, groups.member.caller)).is_user_group_member;
    };
    expect(await is(outer, groups.guest)).toBe(true);
    expect(await is(outer, groups.guest, true)).toBe(false);
    expect(await is(outer, groups.third)).toBe(false);
    expect(await is(groups.systemGroup('role:members'), groups.owner)).toBe(true);
    expect(await is(groups.systemGroup('role:members'), groups.owner, true)).toBe(false);
    await expect(is(outer, { userId: ABSENT })).rejects.toMatchObject({ msg: 'No such user' });
    await expect(is(outer, groups.stranger)).rejects.toMatchObject({ msg: 'No such user' });
    await expect(is(ABSENT, groups.guest)).rejects.toMatchObject({ msg: 'Invalid user group' });
  });

  it('are not available for groups of another organization and for the anonymous groups of permissions', async () => {
    const id = await groups.group();
    const anonymous = await groups.database.client.userGroup.findFirstOrThrow({ where: { organizationId: groups.home.id, name: null } });
    for (const [groupId, caller] of [
      [id, groups.stranger.caller],
      [anonymous.id, groups.owner.caller],
      [ABSENT, groups.owner.caller],
    ] as const) {
      await expect(groups.members(groupId, false, caller)).rejects.toMatchObject({ msg: 'Invalid user group' });
    }
  });
});
