import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { deactivateAccount } from '@parley/contracts/organization';
import { Rows } from '@parley/testing';
import { GroupSuite } from './group-suite.js';

const ABSENT = 1_999_999_999;
const REFUSED = { msg: 'Insufficient permission' };

let groups: GroupSuite;
beforeAll(async () => {
  groups = await GroupSuite.open();
});
afterAll(() => groups.suite.close());

describe('changing a group', () => {
  it('sends the new name, description and permissions to everyone', async () => {
    const id = await groups.group();
    const name = groups.fresh();
    const owners = groups.systemGroup('role:owners');
    const change = {
      name,
      description: 'new',
      can_mention_group: { new: { direct_members: [], direct_subgroups: [owners] }, old: groups.systemGroup('role:everyone') },
      can_join_group: { new: { direct_members: [groups.third.userId], direct_subgroups: [owners, owners] } },
    };
    const { capable, older } = await groups.explained(() => groups.update(id, change));
    const joiners = { direct_members: [groups.third.userId], direct_subgroups: [owners] };
    expect(capable).toEqual([
      {
        type: 'user_group',
        op: 'update',
        group_id: id,
        data: { name, description: 'new', can_mention_group: owners, can_join_group: joiners },
      },
    ]);
    expect(older).toEqual(capable);
  });

  it('sends no event if nothing changes', async () => {
    const id = await groups.group({ name: 'As It Was', description: 'kept' });
    const byCreator = { direct_members: [groups.creator.userId], direct_subgroups: [] };
    const change = { name: 'As It Was', description: 'kept', can_manage_group: { new: byCreator, old: byCreator }, deactivated: false };
    expect((await groups.explained(() => groups.update(id, change))).capable).toEqual([]);
    expect((await groups.explained(() => groups.update(id, { deactivated: true }))).capable).toEqual([]);
  });

  it('may change only the case of the name', async () => {
    const id = await groups.group({ name: 'case only' });
    await groups.update(id, { name: 'Case Only' });
    expect(await groups.shown(id)).toMatchObject({ name: 'Case Only' });
  });

  it('is allowed through a group with the permission, until the permission changes', async () => {
    const managers = await groups.group({ members: [groups.member.userId] });
    const id = await groups.group({ can_manage_group: managers });
    await groups.update(id, { can_manage_group: { new: groups.systemGroup('role:nobody') } }, groups.member);
    expect(await groups.refused(() => groups.update(id, { description: 'again' }, groups.member))).toMatchObject(REFUSED);
  });
});

describe('the deactivated creator of a group', () => {
  it('is no longer a member, but keeps the permissions until these are changed', async () => {
    const maker = await groups.suite.account(groups.home);
    const id = await groups.group({ members: [maker.userId] }, maker);
    const leaves = { organizationId: groups.home.id, userId: maker.userId };
    const { capable } = await groups.explained(() => groups.rpc.call(deactivateAccount, leaves, SYSTEM_VISITOR));
    expect(capable).toContainEqual({ type: 'user_group', op: 'remove_members', group_id: id, user_ids: [maker.userId] });
    const old = { direct_members: [maker.userId], direct_subgroups: [] };
    expect(await groups.shown(id)).toMatchObject({ members: [], can_manage_group: old });
    await groups.update(id, { can_manage_group: { old, new: groups.systemGroup('role:moderators') } }, groups.owner);
    expect(await groups.shown(id)).toMatchObject({ can_manage_group: groups.systemGroup('role:moderators') });
  });
});

describe('a refused change changes nothing', () => {
  it.each<[string, () => Parameters<GroupSuite['update']>[1], object]>([
    ['no change', () => ({}), { msg: 'No new data supplied' }],
    ['no name', () => ({ name: ' ' }), { msg: "User group name can't be empty!" }],
    ['a reserved name', () => ({ name: '@all' }), { msg: "User group name cannot start with '@'." }],
    ['a taken name', () => ({ description: 'half', name: 'taken Already' }), { msg: "User group 'taken Already' already exists." }],
    [
      'an old value that does not match',
      () => ({ name: 'half', can_join_group: { new: groups.systemGroup('role:owners'), old: groups.systemGroup('role:members') } }),
      { code: 'EXPECTATION_MISMATCH', msg: "'old' value does not match the expected value." },
    ],
    ['an unknown group', () => ({ can_join_group: { new: ABSENT } }), { msg: 'Invalid user group' }],
    [
      'everyone, for a permission that excludes guests',
      () => ({
        can_join_group: { new: { direct_members: [groups.member.userId], direct_subgroups: [groups.systemGroup('role:everyone')] } },
      }),
      { msg: "'can_join_group' setting cannot be set to 'role:everyone' group." },
    ],
  ])('%s', async (_, change, refusal) => {
    await groups.group({ name: 'Taken Already' }).catch(() => undefined);
    const id = await groups.group();
    expect(await groups.refused(() => groups.update(id, change()))).toMatchObject(refusal);
  });

  it('by a user who does not manage the group, of a system group, and from another organization', async () => {
    const id = await groups.group();
    const change = { description: 'mine now' };
    expect(await groups.refused(() => groups.update(id, change, groups.member))).toMatchObject(REFUSED);
    expect(await groups.refused(() => groups.update(groups.systemGroup('role:members'), change, groups.owner))).toMatchObject(REFUSED);
    expect(await groups.refused(() => groups.update(id, change, groups.stranger))).toMatchObject({ msg: 'Invalid user group' });
    expect(await groups.refused(() => groups.deactivate(id, groups.stranger))).toMatchObject({ msg: 'Invalid user group' });
    expect(await groups.refused(() => groups.deactivate(id, groups.member))).toMatchObject(REFUSED);
    expect(await groups.refused(() => groups.deactivate(groups.systemGroup('role:members'), groups.owner))).toMatchObject(REFUSED);
  });
});

describe('a group that is not in use', () => {
  it('can be deactivated, which removes it for clients that do not keep deactivated groups', async () => {
    const id = await groups.group({ members: [groups.member.userId] });
    const { capable, older } = await groups.explained(() => groups.deactivate(id));
    expect(capable).toEqual([{ type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } }]);
    expect(older).toEqual([{ type: 'user_group', op: 'remove', group_id: id }]);
    expect(await groups.refused(() => groups.deactivate(id))).toMatchObject({ msg: 'User group is deactivated.' });
  });

  it('is restored completely by a reactivation, with changes made meanwhile', async () => {
    const id = await groups.group({ members: [groups.member.userId] });
    await groups.deactivate(id);
    const name = groups.fresh();
    const renamed = await groups.explained(() => groups.update(id, { name }));
    expect([renamed.capable.length, renamed.older.length]).toEqual([1, 0]);
    const { capable, older } = await groups.explained(() => groups.update(id, { deactivated: false }));
    expect(capable).toEqual([{ type: 'user_group', op: 'update', group_id: id, data: { deactivated: false } }]);
    expect(older).toMatchObject([{ op: 'add', group: { id, name, members: [groups.member.userId], deactivated: false } }]);
  });
});

describe('a group in use', () => {
  it('cannot be deactivated; the error lists all uses, and hidden channels without their id', async () => {
    const { client } = groups.database;
    const rows = new Rows(groups.database);
    const id = await groups.group();
    const outer = await groups.group({ subgroups: [id] });
    const mixed = { direct_members: [groups.member.userId], direct_subgroups: [id] };
    const mentioned = await groups.group({ can_mention_group: id, can_join_group: mixed });
    const system = Object.fromEntries(['nobody', 'administrators', 'everyone'].map((n) => [`role:${n}`, groups.systemGroup(`role:${n}`)]));
    const organization = { ...groups.home, groups: system as Parameters<Rows['channel']>[0]['groups'] };
    const open = await rows.channel(organization, { canSendMessageGroup: id });
    await rows.channel(organization, { canSendMessageGroup: id, isPrivate: true, historyPublicToSubscribers: false });
    await rows.channel(organization, { canSendMessageGroup: id, isArchived: true });
    await client.organization.update({
      where: { id: groups.home.id },
      data: { settings: { can_create_groups: id, waiting_period_threshold: id } },
    });
    const error = await groups.refused(() => groups.deactivate(id));
    expect(error).toMatchObject({
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      msg: 'Cannot deactivate user group in use.',
      fields: {
        objections: [
          { type: 'subgroup', supergroup_ids: [outer] },
          { type: 'realm', settings: ['can_create_groups'] },
          { type: 'channel', channel_id: open.id, settings: ['can_send_message_group'] },
          { type: 'channel', settings: ['can_send_message_group'] },
          { type: 'user_group', group_id: mentioned, settings: ['can_join_group', 'can_mention_group'] },
        ],
      },
    });
    await client.organization.update({ where: { id: groups.home.id }, data: { settings: {} } });
  });

  it('by deactivated groups only can be deactivated', async () => {
    const id = await groups.group();
    const outer = await groups.group({ subgroups: [id], can_mention_group: id });
    await groups.deactivate(outer);
    await expect(groups.deactivate(id)).resolves.toEqual({});
  });
});
