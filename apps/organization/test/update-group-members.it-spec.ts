import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { deactivateAccount, reactivateUser } from '@parley/contracts/organization';
import { Rows } from '@parley/testing';
import { GroupSuite } from './group-suite.js';

const ABSENT = 1_999_999_999;
const REFUSED = { msg: 'Insufficient permission' };

let groups: GroupSuite;
beforeAll(async () => {
  groups = await GroupSuite.open();
});
afterAll(() => groups.suite.close());

describe('changing the members of a group', () => {
  it('adds users, removes users, adds groups and removes groups, in this order, and sends events to everyone', async () => {
    const { member, third } = groups;
    const [inner, other] = [await groups.group(), await groups.group()];
    const id = await groups.group({ members: [member.userId], subgroups: [inner] });
    const change = { add: [third.userId], delete: [member.userId, third.userId], add_subgroups: [other], delete_subgroups: [inner] };
    const { capable, older } = await groups.explained(() => groups.changeMembers(id, change));
    expect(capable).toEqual([
      { type: 'user_group', op: 'add_members', group_id: id, user_ids: [third.userId] },
      { type: 'user_group', op: 'remove_members', group_id: id, user_ids: [member.userId, third.userId] },
      { type: 'user_group', op: 'add_subgroups', group_id: id, direct_subgroup_ids: [other] },
      { type: 'user_group', op: 'remove_subgroups', group_id: id, direct_subgroup_ids: [inner] },
    ]);
    expect(older).toEqual(capable);
    expect(await groups.shown(id)).toMatchObject({ members: [], direct_subgroup_ids: [other] });
  });

  it('subgroups have their own endpoint', async () => {
    const [inner, other] = [await groups.group(), await groups.group()];
    const id = await groups.group({ subgroups: [inner] });
    const { capable } = await groups.explained(() => groups.changeSubgroups(id, { add: [other], delete: [inner] }));
    expect(capable.map((event) => event.op)).toEqual(['add_subgroups', 'remove_subgroups']);
    expect(await groups.subgroups(id)).toEqual([other]);
  });

  it('of a deactivated group is only sent to clients that know deactivated groups', async () => {
    const id = await groups.group();
    await groups.deactivate(id);
    const { capable, older } = await groups.explained(() => groups.changeMembers(id, { add: [groups.member.userId] }));
    expect([capable.length, older.length]).toEqual([1, 0]);
    const leaver = await groups.suite.account(groups.home, { password: null });
    await groups.changeMembers(id, { add: [leaver.userId] });
    const account = { organizationId: groups.home.id, userId: leaver.userId };
    const leaving = await groups.explained(() => groups.rpc.call(deactivateAccount, account, SYSTEM_VISITOR));
    const about = (events: readonly ClientEvent[]) => events.filter(({ group_id }) => group_id === id).map(({ op }) => op);
    expect([about(leaving.capable), about(leaving.older)]).toEqual([['remove_members'], []]);
    const coming = await groups.explained(() => groups.rpc.call(reactivateUser, { user_id: leaver.userId }, groups.owner.caller));
    expect([about(coming.capable), about(coming.older)]).toEqual([['add_members'], []]);
  });
});

describe('a refused change changes nothing', () => {
  it.each<[string, Parameters<GroupSuite['changeMembers']>[1], string]>([
    ['nothing to do', {}, 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".'],
    ['an unknown user to add', { add: [ABSENT] }, `Invalid user ID: ${ABSENT}`],
    ['an unknown user to remove', { delete: [ABSENT] }, `Invalid user ID: ${ABSENT}`],
    ['an unknown subgroup', { add_subgroups: [ABSENT] }, `Invalid user group ID: ${ABSENT}`],
    ['an unknown subgroup to remove', { delete_subgroups: [ABSENT] }, `Invalid user group ID: ${ABSENT}`],
  ])('%s', async (_, change, msg) => {
    const id = await groups.group();
    expect(await groups.refused(() => groups.changeMembers(id, change))).toMatchObject({ msg });
  });

  it('a user who is already a member, or is not, even if the first part was valid', async () => {
    const { member, third } = groups;
    const id = await groups.group({ members: [member.userId] });
    const refused = (change: Parameters<GroupSuite['changeMembers']>[1]) => groups.refused(() => groups.changeMembers(id, change));
    expect(await refused({ add: [third.userId, member.userId] })).toMatchObject({
      msg: `User ${member.userId} is already a member of this group`,
    });
    expect(await refused({ add: [third.userId], delete: [groups.owner.userId] })).toMatchObject({
      msg: `There is no member '${groups.owner.userId}' in this user group`,
    });
  });

  it('deactivated users and users of another organization', async () => {
    const gone = await groups.suite.account(groups.home);
    const id = await groups.group({ members: [gone.userId] });
    await groups.database.client.userAccount.update({ where: { id: gone.userId }, data: { isActive: false } });
    for (const userId of [gone.userId, groups.stranger.userId]) {
      for (const change of [{ add: [userId] }, { delete: [userId] }]) {
        expect(await groups.refused(() => groups.changeMembers(id, change))).toMatchObject({ msg: `Invalid user ID: ${userId}` });
      }
    }
  });

  it('subgroups that are already there, or are not, are deactivated, or of another organization', async () => {
    const inner = await groups.group();
    const id = await groups.group({ subgroups: [inner] });
    const gone = await groups.group();
    await groups.deactivate(gone);
    const foreign = await groups.group({}, groups.stranger);
    const refused = (change: Parameters<GroupSuite['changeSubgroups']>[1]) => groups.refused(() => groups.changeSubgroups(id, change));
    expect(await refused({})).toMatchObject({ msg: 'Nothing to do. Specify at least one of "add" or "delete".' });
    expect(await refused({ add: [inner] })).toMatchObject({ msg: `User group ${inner} is already a subgroup of this group.` });
    expect(await refused({ delete: [groups.systemGroup('role:owners')] })).toMatchObject({
      msg: `User group ${groups.systemGroup('role:owners')} is not a subgroup of this group.`,
    });
    expect(await refused({ add: [gone] })).toMatchObject({ msg: 'User group is deactivated.' });
    expect(await refused({ add: [foreign] })).toMatchObject({ msg: `Invalid user group ID: ${foreign}` });
  });

  it('a group that would contain itself', async () => {
    const inner = await groups.group();
    const middle = await groups.group({ subgroups: [inner] });
    const outer = await groups.group({ subgroups: [middle] });
    for (const added of [inner, middle, outer]) {
      expect(await groups.refused(() => groups.changeSubgroups(inner, { add: [added] }))).toMatchObject({
        msg: `User group ${inner} is already a subgroup of one of the passed subgroups.`,
      });
    }
  });

  it('an unknown group, or one of another organization', async () => {
    const id = await groups.group();
    for (const [groupId, who] of [
      [id, groups.stranger],
      [ABSENT, groups.owner],
    ] as const) {
      await expect(groups.changeMembers(groupId, { add: [who.userId] }, who)).rejects.toMatchObject({ msg: 'Invalid user group' });
      await expect(groups.changeSubgroups(groupId, { add: [id] }, who)).rejects.toMatchObject({ msg: 'Invalid user group' });
    }
  });
});

describe('the permission to change a group', () => {
  it('belongs to its managers, and to owners, who manage all groups', async () => {
    const id = await groups.group();
    expect(await groups.refused(() => groups.changeMembers(id, { add: [groups.third.userId] }, groups.member))).toMatchObject(REFUSED);
    await groups.changeMembers(id, { add: [groups.third.userId] }, groups.owner);
    const other = await groups.group();
    expect(await groups.refused(() => groups.changeSubgroups(id, { add: [other] }, groups.member))).toMatchObject(REFUSED);
  });

  it('for system groups belongs to no one', async () => {
    for (const name of ['role:nobody', 'role:members', 'role:everyone']) {
      const id = groups.systemGroup(name);
      expect(await groups.refused(() => groups.changeMembers(id, { add: [groups.member.userId] }, groups.owner))).toMatchObject(REFUSED);
      expect(
        await groups.refused(() => groups.changeSubgroups(id, { add: [groups.systemGroup('role:owners')] }, groups.owner)),
      ).toMatchObject(REFUSED);
    }
  });

  it('depends on the setting: adding is not removing, and groups in the setting count', async () => {
    const { member, third } = groups;
    const adders = await groups.group({ members: [member.userId] });
    const id = await groups.group({ can_add_members_group: { direct_members: [], direct_subgroups: [adders] } });
    await groups.changeMembers(id, { add: [third.userId] }, member);
    expect(await groups.refused(() => groups.changeMembers(id, { delete: [third.userId] }, member))).toMatchObject(REFUSED);
  });

  it('is not needed to leave; joining must be allowed, and guests never may', async () => {
    const { member, third, guest } = groups;
    const everyoneHere = { direct_members: [member.userId, guest.userId], direct_subgroups: [] };
    const open = await groups.group({ can_join_group: everyoneHere });
    await groups.changeMembers(open, { add: [member.userId] }, member);
    await groups.changeMembers(open, { delete: [member.userId] }, member);
    expect(await groups.refused(() => groups.changeMembers(open, { add: [third.userId] }, third))).toMatchObject(REFUSED);
    expect(await groups.refused(() => groups.changeMembers(open, { add: [member.userId, third.userId] }, member))).toMatchObject(REFUSED);
    expect(await groups.refused(() => groups.changeMembers(open, { add: [guest.userId] }, guest))).toMatchObject(REFUSED);
    await groups.changeMembers(open, { add: [guest.userId] });
    await groups.changeMembers(open, { delete: [guest.userId] }, guest);
    expect(await groups.members(open)).toEqual([]);
  });
});

describe('private channels with permissions for a group', () => {
  it('become visible to users who are added and hidden from users who are removed, and for no one else', async () => {
    const { member, third, guest, owner } = groups;
    const inner = await groups.group();
    const outer = await groups.group({ subgroups: [inner] });
    const channelId = await groups.hiddenChannel({ canSubscribeGroup: outer });
    const people = [member.userId, guest.userId, owner.userId];
    const appears = [['create', channelId]];
    const vanishes = [['delete', channelId]];
    expect(await groups.channelNews(() => groups.changeMembers(inner, { add: people }))).toEqual({ member: appears });
    expect(await groups.channelNews(() => groups.changeMembers(outer, { add: [member.userId, third.userId] }))).toEqual({ third: appears });
    expect(await groups.channelNews(() => groups.changeSubgroups(outer, { delete: [inner] }))).toEqual({});
    expect(await groups.channelNews(() => groups.changeMembers(outer, { delete: [member.userId] }))).toEqual({ member: vanishes });
    expect(await groups.channelNews(() => groups.changeSubgroups(outer, { add: [inner] }))).toEqual({ member: appears });
  });

  it('are sent with their subscribers, but not to users who are subscribed already', async () => {
    const { member, third, home } = groups;
    const id = await groups.group();
    const channelId = await groups.hiddenChannel({ canAdministerChannelGroup: id });
    await new Rows(groups.database).subscription({ id: channelId, organizationId: home.id }, [{ id: member.userId }]);
    const received = await groups.channelNews(() => groups.changeMembers(id, { add: [member.userId, third.userId] }));
    expect(received).toEqual({
      third: [
        ['create', channelId],
        ['peer_add', channelId],
      ],
    });
  });

  it('become visible to all users of a role', async () => {
    const id = await groups.group();
    const channelId = await groups.hiddenChannel({ canAdministerChannelGroup: id });
    const appears = [['create', channelId]];
    const received = await groups.channelNews(() => groups.changeSubgroups(id, { add: [groups.systemGroup('role:members')] }));
    expect(received).toEqual({ creator: appears, member: appears, third: appears });
  });

  it('end the queues of the affected users if there are too many users and channels', async () => {
    const { home } = groups;
    const many = await new Rows(groups.database).manyUsers(home, 1_100);
    const id = await groups.group();
    for (let n = 0; n < 46; n += 1) await groups.hiddenChannel({ canSubscribeGroup: id });
    const add = (people: readonly number[]) => groups.ended(() => groups.changeMembers(id, { add: [...people] }));
    expect(await add(many.slice(0, 1))).toEqual([]);
    expect(await add(many.slice(1))).toEqual(many.slice(1));
  });

  it('send nothing if no private channel uses the group', async () => {
    const id = await groups.group();
    expect(await groups.channelNews(() => groups.changeMembers(id, { add: [groups.member.userId] }))).toEqual({});
  });
});
