import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type GroupGraph,
  groupContents,
  groupMembers,
  groupsOfUser,
  groupsOfUsers,
  groupsWithin,
  isInGroup,
  isSystemGroup,
  type Standing,
  subgroupsBelow,
  systemGroupIncludes,
} from '@parley/access';
import { ALL_ROLES, ROLES, type Role } from '@parley/contracts';
import { testSeeds } from '@parley/runtime';
import { type OrganizationRow, Rows, seededChance, statementsDuring, type TestDatabase, testDatabase, type UserRow } from '@parley/testing';

let stores: TestDatabase;
let rows: Rows;
beforeAll(async () => {
  stores = await testDatabase();
  rows = new Rows(stores.database);
});
afterAll(() => stores.close());

const DAY_MS = 24 * 3600 * 1000;

describe('the members of a group', () => {
  it('include members of nested groups at any depth, and of system groups by role; but no one of another organization', async () => {
    const organization = await rows.organization();
    const user = await rows.user(organization);
    const stranger = await rows.user(await rows.organization());
    const inner = await rows.group(organization, { name: 'inner', members: [user.id] });
    const middle = await rows.group(organization, { subgroups: [inner] });
    const outer = await rows.group(organization, { subgroups: [middle] });
    const unrelated = await rows.group(organization, { members: [] });
    const ofMembers = await rows.group(organization, { subgroups: [organization.groups['role:members']] });
    const { client } = stores.database;
    const groupIds = [inner, outer, unrelated, ofMembers, organization.groups['role:moderators']];
    expect(await groupsOfUser(client, organization.id, user.id, groupIds)).toEqual(new Set([inner, outer, ofMembers]));
    expect(await groupsOfUser(client, organization.id, stranger.id, groupIds)).toEqual(new Set());
  });

  it('exclude deactivated users', async () => {
    const organization = await rows.organization();
    const gone = await rows.user(organization, { isActive: false });
    const group = await rows.group(organization, { members: [gone.id] });
    const { client } = stores.database;
    expect(await groupsOfUser(client, organization.id, gone.id, [group, organization.groups['role:members']])).toEqual(new Set());
    expect(await groupContents(client, organization.id, [group])).toMatchObject([{ userIds: [] }]);
  });

  it('list full members individually, guests separately, and other system groups by name', async () => {
    const organization = await rows.organization({ waiting_period_threshold: 3 });
    const full = await rows.user(organization, { joinedAt: new Date(Date.now() - 4 * DAY_MS) });
    await rows.user(organization);
    const guest = await rows.user(organization, { role: ROLES.guest });
    const { groups } = organization;
    const group = await rows.group(organization, { members: [guest.id], subgroups: [groups['role:fullmembers'], groups['role:owners']] });
    expect(await groupContents(stores.database.client, organization.id, [group])).toEqual([
      { groupId: group, userIds: [full.id, guest.id], guestIds: [guest.id], systemGroups: ['role:fullmembers', 'role:owners'] },
    ]);
  });
});

describe('random group graphs', () => {
  it.each(testSeeds([1, 2, 3, 4, 5, 6, 7, 8]))(
    'are read the same by every statement and by the pure functions, including cycles (seed %i)',
    async (seed) => {
      const graph = await randomGraph(seed);
      const groupIds = [...graph.groups.keys(), ...Object.values(graph.organization.groups)];
      const { client } = stores.database;
      const { id: organizationId } = graph.organization;
      const found = await groupsOfUsers(
        client,
        organizationId,
        graph.users.map((user) => user.id),
        groupIds,
      );
      const contents = await groupContents(client, organizationId, groupIds);
      for (const user of graph.users) {
        const expected = groupIds.filter((groupId) => isInGroup(graph.pure, groupId, standingOf(user)));
        expect([...(found.get(user.id) ?? [])].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
        const listed = contents.filter((content) => holds(content, user)).map((content) => content.groupId);
        expect(listed.sort((a, b) => a - b)).toEqual(expected);
      }
      for (const groupId of groupIds) {
        const inside = graph.users.filter((user) => isInGroup(graph.pure, groupId, standingOf(user)));
        expect(await groupMembers(client, organizationId, groupId)).toEqual(inside.map((user) => user.id));
        const below = await subgroupsBelow(client, organizationId, [groupId]);
        expect(groupsWithin(below, [groupId])).toEqual(groupsWithin(graph.pure.subgroups, [groupId]));
      }
    },
  );

  function holds(content: Awaited<ReturnType<typeof groupContents>>[number], user: UserRow): boolean {
    const byRole = content.systemGroups.some((name) => isSystemGroup(name) && systemGroupIncludes(name, standingOf(user)));
    return byRole || content.userIds.includes(user.id);
  }

  /** No one has to wait to become a full member here. */
  function standingOf({ id, role }: UserRow): Standing & { id: number } {
    return { id, role, isFullMember: role <= ROLES.member };
  }

  interface Graph {
    readonly organization: OrganizationRow;
    readonly users: readonly UserRow[];
    readonly groups: ReadonlyMap<number, { readonly members: readonly number[]; readonly subgroups: readonly number[] }>;
    readonly pure: GroupGraph;
  }

  async function randomGraph(seed: number): Promise<Graph> {
    const chance = seededChance(seed);
    const pick = <T>(list: readonly T[], probability: number) => list.filter(() => chance.happens(probability));
    const organization = await rows.organization();
    const users: UserRow[] = [];
    const roles: Role[] = [...ALL_ROLES, ROLES.member];
    for (const role of roles) users.push(await rows.user(organization, { role }));
    const groups = new Map<number, { members: number[]; subgroups: number[] }>();
    for (let n = 0; n < 8; n += 1) {
      const members = pick(
        users.map((user) => user.id),
        0.2,
      );
      const subgroups = [...pick([...groups.keys()], 0.3), ...pick(Object.values(organization.groups), 0.05)];
      groups.set(await rows.group(organization, { members, subgroups }), { members, subgroups });
    }
    // Writes refuse cycles. A read must not hang on one anyway.
    const [first] = groups.keys();
    const last = [...groups.keys()].at(-1);
    if (first !== undefined && last !== undefined) {
      await stores.database.client.userGroupSubgroup.create({
        data: { organizationId: organization.id, groupId: first, subgroupId: last },
      });
      groups.get(first)?.subgroups.push(last);
    }
    const pure = {
      members: new Map([...groups].map(([id, { members }]) => [id, members])),
      subgroups: new Map([...groups].map(([id, { subgroups }]) => [id, subgroups])),
      systemGroups: new Map(Object.entries(organization.groups).map(([name, id]) => [id, name])),
    };
    return { organization, users, groups, pure };
  }
});

describe('1,000 nested groups', () => {
  it('take one statement', async () => {
    const organization = await rows.organization();
    const user = await rows.user(organization);
    const { client } = stores.database;
    const made = await client.userGroup.createManyAndReturn({
      data: Array.from({ length: 1_000 }, (_, n) => ({ organizationId: organization.id, name: `nested ${n}` })),
    });
    const ids = made.map((group) => group.id).sort((a, b) => a - b);
    const links = ids.slice(1).map((groupId, n) => ({ organizationId: organization.id, groupId, subgroupId: ids[n] ?? 0 }));
    await client.userGroupSubgroup.createMany({ data: links });
    await client.userGroupMember.create({ data: { organizationId: organization.id, groupId: ids[0] ?? 0, userId: user.id } });
    const sent = await statementsDuring(async () => {
      expect((await groupsOfUser(client, organization.id, user.id, ids)).size).toBe(1_000);
    });
    expect(sent).toHaveLength(1);
  });
});
