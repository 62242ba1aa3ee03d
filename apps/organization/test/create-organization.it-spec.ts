import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import { createOrganization, getServerSettings, listAccounts, listOrganizations } from '@parley/contracts/organization';
import { OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
});
afterAll(() => suite.close());

const create = (stringId: string, name = 'Made') => suite.stores.rpc.call(createOrganization, { stringId, name }, SYSTEM_VISITOR);
const serverSettings = (host: string) => suite.stores.rpc.call(getServerSettings, {}, { host, clientName: 'tests' });

// Runs before a second organization exists.
describe('server settings on a bare host', () => {
  it('describe the installation if there is no organization', async () => {
    expect(await serverSettings('127.0.0.1:9991')).toMatchObject({ realm_name: 'Parley', realm_url: 'http://127.0.0.1:9991' });
  });
  it('name the only organization, at the requested address', async () => {
    await create('lonely', 'The only one');
    expect(await serverSettings('127.0.0.1:9991')).toMatchObject({ realm_name: 'The only one', realm_url: 'http://127.0.0.1:9991' });
  });
  it('name no organization if there are several', async () => {
    await create('crowded', 'One of two');
    expect(await serverSettings('localhost:9991')).toMatchObject({ realm_name: 'Parley', realm_uri: 'http://localhost:9991' });
  });
});

describe('server settings on the host of an organization', () => {
  it('describe the organization', async () => {
    expect(await serverSettings('crowded.localhost:9991')).toMatchObject({
      realm_name: 'One of two',
      realm_url: 'http://crowded.localhost:9991',
      realm_uri: 'http://crowded.localhost:9991',
      zulip_feature_level: 496,
      service_feature_level: 496,
      authentication_methods: { password: true, dev: false },
      external_authentication_methods: [],
      push_notifications_enabled: false,
      is_incompatible: false,
    });
  });
  it('do not exist for an unknown organization', async () => {
    await expect(serverSettings('nowhere.localhost:9991')).rejects.toMatchObject({ status: 404, code: 'NONEXISTENT_SUBDOMAIN' });
  });
});

describe('a new organization', () => {
  it('has the nested system groups and its system bots, but no users', async () => {
    const created = await create('whole');
    expect(created).toMatchObject({ stringId: 'whole', host: 'whole.localhost:9991', isDeactivated: false });
    const { client } = suite.stores.database;
    const groups = await client.userGroup.findMany({ where: { organizationId: created.id }, orderBy: { id: 'asc' } });
    expect(groups.map((group) => group.name)).toEqual([
      'role:nobody',
      'role:owners',
      'role:administrators',
      'role:moderators',
      'role:fullmembers',
      'role:members',
      'role:everyone',
      'role:internet',
    ]);
    const links = await client.userGroupSubgroup.findMany({ where: { organizationId: created.id }, orderBy: { groupId: 'asc' } });
    const named = (id: number) => groups.find((group) => group.id === id)?.name;
    expect(links.map((link) => [named(link.groupId), named(link.subgroupId)])).toEqual([
      ['role:administrators', 'role:owners'],
      ['role:moderators', 'role:administrators'],
      ['role:fullmembers', 'role:moderators'],
      ['role:members', 'role:fullmembers'],
      ['role:everyone', 'role:members'],
      ['role:internet', 'role:everyone'],
    ]);
    const bots = await client.userAccount.findMany({ where: { organizationId: created.id }, orderBy: { id: 'asc' } });
    expect(bots.map((bot) => [bot.fullName, bot.isSystemBot])).toEqual([
      ['Notification Bot', true],
      ['Welcome Bot', true],
      ['Email Gateway', true],
    ]);
    const { accounts } = await suite.stores.rpc.call(listAccounts, { organizationId: created.id }, SYSTEM_VISITOR);
    expect(accounts).toEqual([]);
  });
  it('is listed', async () => {
    const { organizations } = await suite.stores.rpc.call(listOrganizations, {}, SYSTEM_VISITOR);
    expect(organizations.map(({ stringId }) => stringId)).toEqual([...organizations.map(({ stringId }) => stringId)].sort());
    expect(organizations).toContainEqual(expect.objectContaining({ stringId: 'whole' }));
  });
  it('accepts users at once', async () => {
    const created = await create('peopled');
    const { userId } = await suite.account(created, { role: ROLES.owner });
    const { accounts } = await suite.stores.rpc.call(listAccounts, { organizationId: created.id }, SYSTEM_VISITOR);
    expect(accounts.map((account) => account.userId)).toEqual([userId]);
  });
});

describe('an organization that cannot be created', () => {
  it('because its name is taken: the other organization does not change', async () => {
    await create('taken', 'First');
    await expect(create('taken', 'Second')).rejects.toMatchObject({ status: 400, msg: "Organization 'taken' already exists" });
    expect(await serverSettings('taken.localhost')).toMatchObject({ realm_name: 'First' });
  });
  it.each(['', 'Upper', 'with space', '-dash', 'dash-', 'a.b', 'x'.repeat(41)])('because %j is no valid host name', async (stringId) => {
    await expect(create(stringId)).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });
});
