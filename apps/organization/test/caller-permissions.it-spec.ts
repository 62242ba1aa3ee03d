import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CallerPermissions, guestsSeeEverybody, isInGroup, limitedOrganization, ViewerPermissions } from '@parley/access';
import { ALL_ROLES, ROLES } from '@parley/contracts';
import { ORGANIZATION_PERMISSION_NAMES, ORGANIZATION_PERMISSIONS, type OrganizationPermission } from '@parley/contracts/organization';
import { organizationById } from '@parley/persistence';
import { testSeeds } from '@parley/runtime';
import { type OrganizationRow, Rows, seededChance, statementsDuring, type TestDatabase, testDatabase } from '@parley/testing';

let stores: TestDatabase;
let rows: Rows;
beforeAll(async () => {
  stores = await testDatabase();
  rows = new Rows(stores.database);
});
afterAll(() => stores.close());

const permissions = ORGANIZATION_PERMISSION_NAMES;

/** Each permission is either not chosen, or given to one of the groups. */
async function choose(organization: OrganizationRow, seed: number, groupIds: readonly number[]) {
  const chance = seededChance(seed);
  const chosen = permissions.flatMap((name) => (chance.happens(0.2) ? [] : [[name, chance.pick(groupIds)] as const]));
  const settings: Partial<Record<OrganizationPermission, number>> = Object.fromEntries(chosen);
  await stores.database.client.organization.update({ where: { id: organization.id }, data: { settings } });
  return settings;
}

describe('the permissions of a caller', () => {
  it.each(testSeeds([1, 2, 3, 4, 5, 6]))('agree with the groups, for every permission and role (seed %i)', async (seed) => {
    const { client } = stores.database;
    const organization = await rows.organization();
    const users = await Promise.all(ALL_ROLES.map((role) => rows.user(organization, { role })));
    const [owner, , , member, guest] = users.map(({ id }) => id);
    if (owner === undefined || member === undefined || guest === undefined) throw new Error('a role is missing');
    const content = new Map<number, { members: number[]; subgroups: number[] }>();
    const group = async (members: number[], subgroups: number[]) => {
      const id = await rows.group(organization, { members, subgroups });
      content.set(id, { members, subgroups });
      return id;
    };
    const inner = await group([member, guest], []);
    const outer = await group([owner], [inner]);
    const moderators = await group([], [organization.groups['role:moderators']]);
    const groupIds = [inner, outer, moderators, ...Object.values(organization.groups)];
    const settings = await choose(organization, seed, groupIds);
    const graph = {
      members: new Map([...content].map(([id, { members }]) => [id, members])),
      subgroups: new Map([...content].map(([id, { subgroups }]) => [id, subgroups])),
      systemGroups: new Map(Object.entries(organization.groups).map(([name, id]) => [id, name])),
    };
    for (const { id, role, caller } of users) {
      // No one has to wait to become a full member here.
      const isMember = (groupId: number) => isInGroup(graph, groupId, { id, role, isFullMember: role <= ROLES.member });
      const expected = permissions.filter((name) => {
        const { initial, everyoneAllowed } = ORGANIZATION_PERMISSIONS[name];
        return isMember(settings[name] ?? organization.groups[initial]) && (everyoneAllowed || role !== ROLES.guest);
      });
      const loaded = await CallerPermissions.load(client, caller, { permissions, groupIds });
      expect([...loaded.granted(permissions)]).toEqual(expected);
      expect(groupIds.filter((groupId) => loaded.isIn(groupId))).toEqual(groupIds.filter(isMember));
      const ofViewer = await ViewerPermissions.read(client, caller);
      expect([...ofViewer.granted(permissions)]).toEqual(expected);
    }
  });

  it('take two statements, whatever is asked for', async () => {
    const organization = await rows.organization();
    const { caller } = await rows.user(organization);
    const { client } = stores.database;
    const load = (requested: Parameters<typeof CallerPermissions.load<OrganizationPermission>>[2]) =>
      statementsDuring(() => CallerPermissions.load(client, caller, requested));
    const groupIds = (systemGroups: ReadonlyMap<string, number>) => [...systemGroups.values()];
    expect(await load({ permissions, groupIds })).toHaveLength(2);
    expect(await load({ permissions: ['can_create_groups'] })).toHaveLength(2);
    expect(await load({})).toHaveLength(1);
    expect(await statementsDuring(() => ViewerPermissions.read(client, caller))).toHaveLength(2);
  });

  it('cannot be asked for what was not loaded', async () => {
    const organization = await rows.organization();
    const { caller } = await rows.user(organization);
    const loaded = await CallerPermissions.load(stores.database.client, caller, { permissions: ['can_create_groups'] });
    expect(loaded.has('can_create_groups')).toBe(true);
    expect(() => loaded.isIn(organization.groups['role:nobody'])).toThrow('was not loaded');
    // A compile error: permissions with fewer names cannot be passed where more are needed.
    type IsEnough = typeof loaded extends CallerPermissions<'can_create_groups' | 'can_manage_all_groups'> ? true : false;
    const isEnough: IsEnough = false;
    expect(isEnough).toBe(false);
  });

  it('of an organization that does not exist are none', async () => {
    const { caller } = await rows.user(await rows.organization());
    const loaded = await CallerPermissions.load(stores.database.client, { ...caller, organizationId: 0 }, { permissions });
    expect(loaded.granted(permissions).size).toBe(0);
  });
});

describe('whether guests are limited', () => {
  it.each([undefined, 'role:everyone', 'role:members'] as const)('is the same in SQL and in every read, with %s', async (chosen) => {
    const { client } = stores.database;
    const organization = await rows.organization();
    const settings = chosen === undefined ? {} : { can_access_all_users_group: organization.groups[chosen] };
    await client.organization.update({ where: { id: organization.id }, data: { settings } });
    const { caller } = await rows.user(organization, { role: ROLES.guest });
    const limited = chosen === 'role:members';
    expect((await CallerPermissions.load(client, caller, {})).guestsAreLimited).toBe(limited);
    expect(await client.$queryRaw<unknown[]>(limitedOrganization(organization.id))).toHaveLength(limited ? 1 : 0);
    const record = await organizationById(client, organization.id);
    expect(record && (await guestsSeeEverybody(client, record))).toBe(!limited);
  });
});
