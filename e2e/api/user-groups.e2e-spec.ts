import { afterAll, describe, expect, it } from '@jest/globals';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import {
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
  type UserGroupObject,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const ABSENT = 1_999_999_999;

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
const stranger = world.as(world.stranger);
afterAll(() => closeConnections());

async function group(values: Record<string, unknown> = {}, who = me): Promise<number> {
  const params = { name: world.fresh('group'), description: 'made by a test', members: [], ...values };
  return (await who.ok(createUserGroup, params)).group_id;
}

async function shown(groupId: number): Promise<UserGroupObject | undefined> {
  const { user_groups } = await me.ok(getUserGroups, { include_deactivated_groups: true });
  return user_groups.find(({ id }) => id === groupId);
}

/** Status, code and text of a refusal. */
async function refusal(answer: Promise<{ status: number; body: { code?: string; msg: string } }>) {
  const { status, body } = await answer;
  return [status, body.code, body.msg];
}
const bad = (msg: string) => [400, 'BAD_REQUEST', msg];

describe('GET /user_groups', () => {
  it('lists system groups first, also for guests', async () => {
    const { user_groups } = await world.as(world.guest).ok(getUserGroups, {});
    expect(user_groups.slice(0, 2).map(({ name }) => name)).toEqual(['role:nobody', 'role:owners']);
    expect(user_groups.filter(({ is_system_group }) => is_system_group)).toHaveLength(8);
  });

  it('lists deactivated groups on request, and none of another organization', async () => {
    const [gone, foreign] = [await group(), await group({}, stranger)];
    await me.ok(deactivateUserGroup, { user_group_id: gone });
    const ids = async (include_deactivated_groups: boolean) =>
      (await me.ok(getUserGroups, { include_deactivated_groups })).user_groups.map(({ id }) => id);
    expect(await ids(false)).not.toContain(gone);
    expect(await ids(true)).toContain(gone);
    expect(await ids(true)).not.toContain(foreign);
  });
});

describe('POST /user_groups/create', () => {
  it('creates a group that its creator manages', async () => {
    const everyone = (await me.ok(getUserGroups, {})).user_groups.find(({ name }) => name === 'role:everyone')?.id;
    const id = await group({ members: [world.colleague.user_id], can_mention_group: { direct_members: [], direct_subgroups: [everyone] } });
    expect(await shown(id)).toMatchObject({
      members: [world.colleague.user_id],
      creator_id: world.member.user_id,
      can_manage_group: { direct_members: [world.member.user_id], direct_subgroups: [] },
      can_mention_group: everyone,
      deactivated: false,
    });
  });

  it.each([
    ['an empty name', { name: '' }, "User group name can't be empty!"],
    ['a name of a role', { name: 'role:me' }, "User group name cannot start with 'role:'."],
    ['no members', { members: undefined }, "Missing 'members' argument"],
    ['members that are not a list', { members: 7 }, 'members is not a list'],
    ['an unknown user', { members: [ABSENT] }, `Invalid user ID: ${ABSENT}`],
    ['an unknown subgroup', { subgroups: [ABSENT] }, `Invalid user group ID: ${ABSENT}`],
    ['a permission that is not a group', { can_join_group: 'me' }, 'can_join_group is not an allowed_type'],
  ])('with %s is refused', async (_, values, msg) => {
    const params = { name: world.fresh('group'), description: '', members: [], ...values };
    const answer = await me.call(createUserGroup, params);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it('with a taken name is refused, and for guests', async () => {
    const name = world.fresh('Taken');
    await group({ name });
    const again = { name: name.toLowerCase(), description: '', members: [] };
    expect(await refusal(me.call(createUserGroup, again))).toEqual(bad(`User group '${name.toLowerCase()}' already exists.`));
    expect(await refusal(world.as(world.guest).call(createUserGroup, again))).toEqual(bad('Insufficient permission'));
  });

  it('refuses users and groups of another organization', async () => {
    const foreign = await group({}, stranger);
    const params = { name: world.fresh('group'), description: '', members: [] };
    const { user_id } = world.stranger;
    expect(await refusal(me.call(createUserGroup, { ...params, members: [user_id] }))).toEqual(bad(`Invalid user ID: ${user_id}`));
    expect(await refusal(me.call(createUserGroup, { ...params, subgroups: [foreign] }))).toEqual(bad(`Invalid user group ID: ${foreign}`));
    expect(await refusal(me.call(createUserGroup, { ...params, can_join_group: foreign }))).toEqual(bad('Invalid user group'));
  });
});

describe('/user_groups/{id}/members', () => {
  it('are changed by managers of the group, and can be read by everyone', async () => {
    const inner = await group({ members: [world.guest.user_id] });
    const id = await group({ members: [world.colleague.user_id] });
    const change = { add: [world.third.user_id], delete: [world.colleague.user_id], add_subgroups: [inner] };
    await me.ok(updateUserGroupMembers, { user_group_id: id, ...change });
    const guest = world.as(world.guest);
    const all = [world.third.user_id, world.guest.user_id].sort((a, b) => a - b);
    expect((await guest.ok(getUserGroupMembers, { user_group_id: id })).members).toEqual(all);
    const direct = { user_group_id: id, direct_member_only: true };
    expect((await guest.ok(getUserGroupMembers, direct)).members).toEqual([world.third.user_id]);
  });

  it('refuse changes without effect, and then change nothing', async () => {
    const id = await group({ members: [world.colleague.user_id] });
    const refused = (change: Record<string, unknown>) => refusal(me.call(updateUserGroupMembers, { user_group_id: id, ...change }));
    expect(await refused({})).toEqual(
      bad('Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".'),
    );
    expect(await refused({ add: [world.third.user_id, world.colleague.user_id] })).toEqual(
      bad(`User ${world.colleague.user_id} is already a member of this group`),
    );
    expect(await refused({ add: [world.third.user_id], delete: [world.guest.user_id] })).toEqual(
      bad(`There is no member '${world.guest.user_id}' in this user group`),
    );
    expect(await refused({ add: [world.stranger.user_id] })).toEqual(bad(`Invalid user ID: ${world.stranger.user_id}`));
    expect(await refused({ add_subgroups: [ABSENT] })).toEqual(bad(`Invalid user group ID: ${ABSENT}`));
    expect(await shown(id)).toMatchObject({ members: [world.colleague.user_id], direct_subgroup_ids: [] });
  });

  it('are refused without a permission; members may leave', async () => {
    const id = await group({ members: [world.colleague.user_id] });
    const params = { user_group_id: id, add: [world.third.user_id] };
    expect(await refusal(colleague.call(updateUserGroupMembers, params))).toEqual(bad('Insufficient permission'));
    await colleague.ok(updateUserGroupMembers, { user_group_id: id, delete: [world.colleague.user_id] });
    expect(await shown(id)).toMatchObject({ members: [] });
  });

  it('do not exist for another organization, and those of system groups cannot be changed', async () => {
    const id = await group();
    for (const user_group_id of [id, ABSENT]) {
      const add = [world.stranger.user_id];
      expect(await refusal(stranger.call(updateUserGroupMembers, { user_group_id, add }))).toEqual(bad('Invalid user group'));
      expect(await refusal(stranger.call(getUserGroupMembers, { user_group_id }))).toEqual(bad('Invalid user group'));
    }
    const owners = (await me.ok(getUserGroups, {})).user_groups.find(({ name }) => name === 'role:owners')?.id;
    const params = { user_group_id: owners, add: [world.member.user_id] };
    expect(await refusal(world.as(world.owner).call(updateUserGroupMembers, params))).toEqual(bad('Insufficient permission'));
  });

  it('that give access to a private channel send it to open queues, and remove it again', async () => {
    const id = await group();
    const hidden = await world.channel([world.member], { invite_only: true, can_subscribe_group: id });
    const third = world.as(world.third);
    const { queue_id, last_event_id } = await third.ok(registerQueue, { fetch_event_types: ['stream'], event_types: ['stream'] });
    await me.ok(updateUserGroupMembers, { user_group_id: id, add: [world.third.user_id] });
    await me.ok(updateUserGroupMembers, { user_group_id: id, delete: [world.third.user_id] });
    const ops: string[] = [];
    const deadline = Date.now() + 15_000;
    for (let last = last_event_id; !ops.includes('delete') && Date.now() < deadline; ) {
      const { events } = await third.ok(getEvents, { queue_id: queue_id ?? '', last_event_id: last });
      const about = events.filter((event) => JSON.stringify(event).includes(`"stream_id":${hidden.id}`));
      ops.push(...about.map((event) => String(Reflect.get(event, 'op'))));
      last = Math.max(last, ...events.map((event) => event.id));
    }
    expect(ops).toEqual(['create', 'delete']);
  });

  it('can be checked one by one', async () => {
    const inner = await group({ members: [world.colleague.user_id] });
    const id = await group({ subgroups: [inner] });
    const params = { user_group_id: id, user_id: world.colleague.user_id };
    expect((await me.ok(getIsUserGroupMember, params)).is_user_group_member).toBe(true);
    expect((await me.ok(getIsUserGroupMember, { ...params, direct_member_only: true })).is_user_group_member).toBe(false);
    expect(await refusal(me.call(getIsUserGroupMember, { ...params, user_id: world.stranger.user_id }))).toEqual(bad('No such user'));
    expect(await refusal(stranger.call(getIsUserGroupMember, params))).toEqual(bad('Invalid user group'));
  });
});

describe('/user_groups/{id}/subgroups', () => {
  it('can be changed and read', async () => {
    const inner = await group();
    const middle = await group({ subgroups: [inner] });
    const id = await group();
    await me.ok(updateUserGroupSubgroups, { user_group_id: id, add: [middle] });
    expect((await me.ok(getUserGroupSubgroups, { user_group_id: id })).subgroups).toEqual([inner, middle]);
    expect((await me.ok(getUserGroupSubgroups, { user_group_id: id, direct_subgroup_only: true })).subgroups).toEqual([middle]);
    await me.ok(updateUserGroupSubgroups, { user_group_id: id, delete: [middle] });
    expect((await me.ok(getUserGroupSubgroups, { user_group_id: id })).subgroups).toEqual([]);
  });

  it('refuse a cycle, and changes without effect', async () => {
    const inner = await group();
    const id = await group({ subgroups: [inner] });
    const refused = (user_group_id: number, change: Record<string, unknown>, who = me) =>
      refusal(who.call(updateUserGroupSubgroups, { user_group_id, ...change }));
    expect(await refused(inner, { add: [id] })).toEqual(bad(`User group ${inner} is already a subgroup of one of the passed subgroups.`));
    expect(await refused(id, { add: [inner] })).toEqual(bad(`User group ${inner} is already a subgroup of this group.`));
    expect(await refused(inner, { delete: [id] })).toEqual(bad(`User group ${id} is not a subgroup of this group.`));
    expect(await refused(id, {})).toEqual(bad('Nothing to do. Specify at least one of "add" or "delete".'));
    expect(await refused(id, { add: [ABSENT] })).toEqual(bad(`Invalid user group ID: ${ABSENT}`));
    expect(await refused(id, { delete: [inner] }, colleague)).toEqual(bad('Insufficient permission'));
    expect(await refused(id, { delete: [inner] }, stranger)).toEqual(bad('Invalid user group'));
    expect(await refusal(stranger.call(getUserGroupSubgroups, { user_group_id: id }))).toEqual(bad('Invalid user group'));
  });
});

describe('PATCH /user_groups/{id}', () => {
  it('changes a group, with events to everyone', async () => {
    const id = await group();
    const { queue_id, last_event_id } = await colleague.ok(registerQueue, {
      event_types: ['user_group'],
      fetch_event_types: [],
      client_capabilities: { include_deactivated_groups: true },
    });
    const description = 'changed';
    await me.ok(updateUserGroup, { user_group_id: id, description, can_join_group: { new: { direct_members: [], direct_subgroups: [] } } });
    await me.ok(deactivateUserGroup, { user_group_id: id });
    await me.ok(updateUserGroup, { user_group_id: id, deactivated: false });
    const received: unknown[] = [];
    const deadline = Date.now() + 15_000;
    for (let last = last_event_id; received.length < 3 && Date.now() < deadline; ) {
      const { events } = await colleague.ok(getEvents, { queue_id: queue_id ?? '', last_event_id: last });
      for (const event of events) if (event.group_id === id) received.push(event.data);
      last = Number(events.at(-1)?.id);
    }
    expect(received).toEqual([{ description }, { deactivated: true }, { deactivated: false }]);
  });

  it('refuses invalid changes', async () => {
    const id = await group();
    const refused = (change: Record<string, unknown>, who = me) => refusal(who.call(updateUserGroup, { user_group_id: id, ...change }));
    expect(await refused({})).toEqual(bad('No new data supplied'));
    expect(await refused({ name: 'channel:x' })).toEqual(bad("User group name cannot start with 'channel:'."));
    expect(await refused({ name: 'role:owners' })).toEqual(bad("User group name cannot start with 'role:'."));
    expect(await refused({ can_join_group: { new: ABSENT } })).toEqual(bad('Invalid user group'));
    const stale = {
      new: { direct_members: [world.member.user_id], direct_subgroups: [] },
      old: { direct_members: [], direct_subgroups: [id] },
    };
    expect(await refused({ can_join_group: stale })).toEqual([
      400,
      'EXPECTATION_MISMATCH',
      "'old' value does not match the expected value.",
    ]);
    expect(await refused({ description: 'x' }, colleague)).toEqual(bad('Insufficient permission'));
    expect(await refused({ description: 'x' }, stranger)).toEqual(bad('Invalid user group'));
  });
});

describe('POST /user_groups/{id}/deactivate', () => {
  it('refuses a group in use, and lists the uses', async () => {
    const id = await group();
    const outer = await group({ subgroups: [id] });
    const { id: channel } = await world.channel([world.member], { can_send_message_group: id });
    const answer = await me.call(deactivateUserGroup, { user_group_id: id });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        result: 'error',
        msg: 'Cannot deactivate user group in use.',
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        objections: [
          { type: 'subgroup', supergroup_ids: [outer] },
          { type: 'channel', channel_id: channel, settings: ['can_send_message_group'] },
        ],
      },
    ]);
  });

  it('is allowed for managers of the group, once', async () => {
    const id = await group();
    expect(await refusal(colleague.call(deactivateUserGroup, { user_group_id: id }))).toEqual(bad('Insufficient permission'));
    expect(await refusal(stranger.call(deactivateUserGroup, { user_group_id: id }))).toEqual(bad('Invalid user group'));
    await world.as(world.owner).ok(deactivateUserGroup, { user_group_id: id });
    expect(await refusal(me.call(deactivateUserGroup, { user_group_id: id }))).toEqual(bad('User group is deactivated.'));
  });
});
