import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ClientEvent, deactivateAccount, reactivateUser, SYSTEM_VISITOR } from '@parley/contracts';
import { Rows } from '@parley/testing';
import { GroupSuite } from './group-suite.js';

const ABSENT = 1_999_999_999;
const REFUSED = { msg: 'Insufficient permission' };

let groups: GroupSuite;
beforeAll(async () => {
  groups = await GroupSuite.open();
});
afterAll(() => groups.suite.close());

describe('changing who is in a group', () => {
  it('adds, removes, adds groups and removes groups, in this order, and tells everybody', async () => {
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

  it('subgroups have an endpoint of their own', async () => {
    const [inner, other] = [await groups.group(), await groups.group()];
    const id = await groups.group({ subgroups: [inner] });
    const { capable } = await groups.explained(() => groups.changeSubgroups(id, { add: [other], delete: [inner] }));
    expect(capable.map((event) => event.op)).toEqual(['add_subgroups', 'remove_subgroups']);
    expect(await groups.subgroups(id)).toEqual([other]);
  });

  it('of a deactivated group is told to clients that know such groups only', async () => {
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

describe('a change that is refused leaves everything as it was', () => {
  it.each<[string, Parameters<GroupSuite['changeMembers']>[1], string]>([
    ['nothing to do', {}, 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".'],
    ['nobody to add', { add: [ABSENT] }, `Invalid user ID: ${ABSENT}`],
    ['nobody to remove', { delete: [ABSENT] }, `Invalid user ID: ${ABSENT}`],
    ['no such subgroup', { add_subgroups: [ABSENT] }, `Invalid user group ID: ${ABSENT}`],
    ['no such subgroup to remove', { delete_subgroups: [ABSENT] }, `Invalid user group ID: ${ABSENT}`],
  ])('%s', async (_, change, msg) => {
    const id = await groups.group();
    expect(await groups.refused(() => groups.changeMembers(id, change))).toMatchObject({ msg });
  });

  it('somebody who is there already, or not there, also where the first half was right', async () => {
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

  it('deactivated people and people of another organization', async () => {
    const gone = await groups.suite.account(groups.home);
    const id = await groups.group({ members: [gone.userId] });
    await groups.database.client.userAccount.update({ where: { id: gone.userId }, data: { isActive: false } });
    for (const userId of [gone.userId, groups.stranger.userId]) {
      for (const change of [{ add: [userId] }, { delete: [userId] }]) {
        expect(await groups.refused(() => groups.changeMembers(id, change))).toMatchObject({ msg: `Invalid user ID: ${userId}` });
      }
    }
  });

  it('subgroups that are there already, or not there, deactivated, or of another organization', async () => {
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

  it('a group that would be inside itself', async () => {
    const inner = await groups.group();
    const middle = await groups.group({ subgroups: [inner] });
    const outer = await groups.group({ subgroups: [middle] });
    for (const added of [inner, middle, outer]) {
      expect(await groups.refused(() => groups.changeSubgroups(inner, { add: [added] }))).toMatchObject({
        msg: `User group ${inner} is already a subgroup of one of the passed subgroups.`,
      });
    }
  });

  it('a group of another organization, or one that is nowhere', async () => {
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

describe('who may change a group', () => {
  it('whoever manages it, and owners, who manage all; nobody else', async () => {
    const id = await groups.group();
    expect(await groups.refused(() => groups.changeMembers(id, { add: [groups.third.userId] }, groups.member))).toMatchObject(REFUSED);
    await groups.changeMembers(id, { add: [groups.third.userId] }, groups.owner);
    const other = await groups.group();
    expect(await groups.refused(() => groups.changeSubgroups(id, { add: [other] }, groups.member))).toMatchObject(REFUSED);
  });

  it('nobody changes system groups, not even owners', async () => {
    for (const name of ['role:nobody', 'role:members', 'role:everyone']) {
      const id = groups.systemGroup(name);
      expect(await groups.refused(() => groups.changeMembers(id, { add: [groups.member.userId] }, groups.owner))).toMatchObject(REFUSED);
      expect(
        await groups.refused(() => groups.changeSubgroups(id, { add: [groups.systemGroup('role:owners')] }, groups.owner)),
      ).toMatchObject(REFUSED);
    }
  });

  it('those whom a permission names: add is not remove, and a group in the permission counts', async () => {
    const { member, third } = groups;
    const adders = await groups.group({ members: [member.userId] });
    const id = await groups.group({ can_add_members_group: { direct_members: [], direct_subgroups: [adders] } });
    await groups.changeMembers(id, { add: [third.userId] }, member);
    expect(await groups.refused(() => groups.changeMembers(id, { delete: [third.userId] }, member))).toMatchObject(REFUSED);
  });

  it('everybody may leave; joining must be allowed, and guests never may', async () => {
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

describe('private channels that look at a group', () => {
  it('appear to those whom the group lets in now and vanish for those whom it does not any more, and for nobody else', async () => {
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

  it('show with who is subscribed, and leave alone whoever is subscribed himself', async () => {
    const { member, third, home } = groups;
    const id = await groups.group();
    const channelId = await groups.hiddenChannel({ canAdministerChannelGroup: id });
    await new Rows(groups.database).subscription({ id: channelId, organizationId: home.id }, [{ id: member.userId }]);
    const heard = await groups.channelNews(() => groups.changeMembers(id, { add: [member.userId, third.userId] }));
    expect(heard).toEqual({
      third: [
        ['create', channelId],
        ['peer_add', channelId],
      ],
    });
  });

  it('through a whole role: everybody in it', async () => {
    const id = await groups.group();
    const channelId = await groups.hiddenChannel({ canAdministerChannelGroup: id });
    const appears = [['create', channelId]];
    const heard = await groups.channelNews(() => groups.changeSubgroups(id, { add: [groups.systemGroup('role:members')] }));
    expect(heard).toEqual({ creator: appears, member: appears, third: appears });
  });

  it('where too many people and channels meet, end the queues of those concerned', async () => {
    const { home } = groups;
    const many = await new Rows(groups.database).manyUsers(home, 1_100);
    const id = await groups.group();
    for (let n = 0; n < 46; n += 1) await groups.hiddenChannel({ canSubscribeGroup: id });
    const add = (people: readonly number[]) => groups.ended(() => groups.changeMembers(id, { add: [...people] }));
    expect(await add(many.slice(0, 1))).toEqual([]);
    expect(await add(many.slice(1))).toEqual(many.slice(1));
  });

  it('are told of by nothing where no private channel looks', async () => {
    const id = await groups.group();
    expect(await groups.channelNews(() => groups.changeMembers(id, { add: [groups.member.userId] }))).toEqual({});
  });
});
