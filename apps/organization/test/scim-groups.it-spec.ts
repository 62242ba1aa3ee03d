import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUserGroup, deactivateUserGroup, getUserGroups } from '@parley/contracts/organization';
import { OrganizationSuite } from './organization-suite.js';
import { BASE, Directory, GROUP, outcome } from './scim-suite.js';

let suite: OrganizationSuite;
let directory: Directory;
let other: Directory;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
  [directory, other] = [await Directory.of(suite), await Directory.of(suite)];
});
afterAll(() => suite.close());

/** As people of the organization see it. */
const shown = async (id: string) => {
  const { user_groups } = await suite.stores.rpc.call(getUserGroups, { include_deactivated_groups: true }, directory.owner.caller);
  return user_groups.find((group) => group.id === Number(id));
};
const membersOf = async (id: string) => {
  const { members = [] } = (await directory.get(`/Groups/${id}`)).body;
  return (members as { value: string }[]).map(({ value }) => value);
};
const values = (...people: { id: string }[]) => people.map(({ id }) => ({ value: id }));

describe('a group of a directory', () => {
  it('is a user group with its members, and is shown as the directory wrote it', async () => {
    const [one, two] = [await directory.person(), await directory.person()];
    const displayName = `team ${randomUUID()}`;
    const externalId = randomUUID();
    const body = { schemas: [GROUP], displayName, externalId, members: values(one, two) };
    const made = await directory.ask('POST', '/Groups', body);
    const members = [one, two].map(({ id }) => ({ value: id, $ref: `${BASE}/Users/${id}`, type: 'User' }));
    expect(made).toMatchObject({ status: 201, body: { displayName, externalId, members, meta: { resourceType: 'Group' } } });
    const id = String(made.body.id);
    expect(await shown(id)).toMatchObject({ name: displayName, members: [Number(one.id), Number(two.id)], deactivated: false });
    expect((await directory.get(`/Groups/${id}`)).body).toEqual(made.body);
    expect((await directory.get(`/Groups/${id}`, { excludedAttributes: 'members' })).body).not.toHaveProperty('members');
    expect((await directory.get(`/Groups/${id}`, { attributes: 'displayName' })).body).toEqual({ schemas: [GROUP], id, displayName });
  });

  it('changes with a PATCH in any form, in one transaction with its events', async () => {
    const [one, two, three] = [await directory.person(), await directory.person(), await directory.person()];
    const id = await directory.group({ members: values(one) });
    const viewer = directory.owner;
    const [events] = await suite.explained(directory.home, [viewer], async () => {
      const answer = await directory.patch(
        `/Groups/${id}`,
        { op: 'Add', path: 'members', value: values(two, three, one) },
        { op: 'Remove', path: `members[value eq "${one.id}"]` },
        { op: 'Replace', value: { id, displayName: `renamed ${id}` } },
      );
      expect(outcome(answer)).toBe('200');
    });
    expect(events?.map((event) => `${event.type} ${'op' in event ? event.op : ''}`).sort()).toEqual([
      'user_group add_members',
      'user_group remove_members',
      'user_group update',
    ]);
    expect(await membersOf(id)).toEqual([two.id, three.id]);
    await directory.patch(`/Groups/${id}`, { op: 'remove', path: 'members', value: values(two) });
    expect(await membersOf(id)).toEqual([three.id]);
    await directory.patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: values(one, two) });
    expect(await membersOf(id)).toEqual([one.id, two.id]);
    await directory.patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${one.id}" or value eq "${two.id}"]` });
    expect(await membersOf(id)).toEqual([]);
    const { body } = await directory.ask('PUT', `/Groups/${id}`, { displayName: `put ${id}`, members: values(three) });
    expect(body).toMatchObject({ displayName: `put ${id}`, members: [{ value: three.id }] });
    await directory.patch(`/Groups/${id}`, { op: 'remove', path: 'members' });
    expect(await membersOf(id)).toEqual([]);
  });

  it('keeps members whose accounts are deactivated, and takes and loses them', async () => {
    const [one, two] = [await directory.person({ active: false }), await directory.person()];
    const id = await directory.group({ members: values(one, two) });
    expect(await membersOf(id)).toEqual([one.id, two.id]);
    expect((await shown(id))?.members).toEqual([Number(two.id)]);
    const [events] = await suite.explained(directory.home, [directory.owner], async () => {
      await directory.patch(`/Users/${one.id}`, { op: 'replace', path: 'active', value: true });
    });
    expect(events).toContainEqual(expect.objectContaining({ type: 'user_group', op: 'add_members', group_id: Number(id) }));
    await directory.patch(`/Users/${one.id}`, { op: 'replace', path: 'active', value: false });
    await directory.patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${one.id}"]` });
    expect(await membersOf(id)).toEqual([two.id]);
  });

  it('changes by two requests at once, and keeps both changes', async () => {
    const [one, two] = [await directory.person(), await directory.person()];
    const id = await directory.group();
    const both = await Promise.all(
      [one, two].map((person) => directory.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: values(person) })),
    );
    expect(both.map(outcome)).toEqual(['200', '200']);
    expect(await membersOf(id)).toEqual([one.id, two.id]);
  });

  it('that is deleted is deactivated, and active again when it is created again', async () => {
    const person = await directory.person();
    const displayName = `team ${randomUUID()}`;
    const id = await directory.group({ displayName, externalId: 'again', members: values(person) });
    expect((await directory.ask('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect(await shown(id)).toMatchObject({ deactivated: true });
    expect(outcome(await directory.get(`/Groups/${id}`))).toBe('404');
    const again = await directory.ask('POST', '/Groups', { displayName, externalId: 'again' });
    expect(again).toMatchObject({ status: 201, body: { id, displayName, externalId: 'again' } });
    expect(await shown(id)).toMatchObject({ deactivated: false, members: [] });
  });

  it('that takes a name of a deactivated group keeps no manager, subgroup or bot of that group', async () => {
    const { rpc, database } = suite.stores;
    const mallory = await suite.account(directory.home, { password: null });
    const bot = await suite.account(directory.home, { botOwnerId: mallory.userId, email: `b-${randomUUID()}@example.com` });
    const subgroup = await directory.group();
    const displayName = `team ${randomUUID()}`;
    const given = { name: displayName, description: 'mine', members: [mallory.userId, bot.userId], subgroups: [Number(subgroup)] };
    const { group_id: id } = await rpc.call(createUserGroup, given, mallory.caller);
    await rpc.call(deactivateUserGroup, { user_group_id: id }, mallory.caller);
    const again = await directory.ask('POST', '/Groups', { schemas: [GROUP], displayName });
    expect(again).toMatchObject({ status: 201, body: { id: String(id) } });
    expect(await shown(String(id))).toMatchObject({ deactivated: false, description: '', members: [], direct_subgroup_ids: [] });
    const settingsOf = async (groupId: number) =>
      (await database.client.userGroup.findFirstOrThrow({ where: { organizationId: directory.home.id, id: groupId } })).settings;
    expect(await settingsOf(id)).toEqual(await settingsOf(Number(subgroup)));
  });

  it('gets an id of the directory that a group had which was deactivated in Parley', async () => {
    const externalId = randomUUID();
    const former = await directory.group({ externalId });
    await suite.stores.rpc.call(deactivateUserGroup, { user_group_id: Number(former) }, directory.owner.caller);
    const id = await directory.group({ externalId });
    expect(id).not.toBe(former);
    expect(await directory.found('/Groups', `externalId eq "${externalId}"`)).toEqual([id]);
  });

  it('has no id of the directory if the directory sends an empty one', async () => {
    const ids = [await directory.group({ externalId: '' }), await directory.group({ externalId: randomUUID() })];
    const [, second = ''] = ids;
    expect(outcome(await directory.patch(`/Groups/${second}`, { op: 'replace', path: 'externalId', value: '' }))).toBe('200');
    for (const id of ids) expect((await directory.get(`/Groups/${id}`)).body).not.toHaveProperty('externalId');
  });

  it('that is in use is not deleted, by name', async () => {
    const id = await directory.group();
    const settings = { name: `around ${id}`, description: '', members: [], subgroups: [Number(id)] };
    await suite.stores.rpc.call(createUserGroup, settings, directory.owner.caller);
    expect(outcome(await directory.ask('DELETE', `/Groups/${id}`))).toBe('400 mutability');
    expect(await shown(id)).toMatchObject({ deactivated: false });
  });

  it.each([
    ['no name', {}, '400 invalidValue'],
    ['a name that no group can have', { displayName: 'role:owners' }, '400 invalidValue'],
    ['a member that is a group', { displayName: 'nested', members: [{ value: '1', type: 'Group' }] }, '400 invalidValue'],
    ['a member without a value', { displayName: 'empty', members: [{ $ref: 'x' }] }, '400 invalidValue'],
    ['a member that does not exist', { displayName: 'nobody', members: [{ value: '1999999' }] }, '400 invalidValue'],
    ['members that are too many', { displayName: 'many', members: Array.from({ length: 25_001 }, () => ({ value: '1' })) }, '413 tooMany'],
  ])('with %s is refused by name, and nothing is made', async (_, body, expected) => {
    const { totalResults: before } = await directory.listed('/Groups');
    expect(outcome(await directory.ask('POST', '/Groups', body))).toBe(expected);
    expect((await directory.listed('/Groups')).totalResults).toBe(before);
  });

  it('has a name and an id of the directory that no other group has', async () => {
    const displayName = `team ${randomUUID()}`;
    await directory.group({ displayName, externalId: displayName });
    const id = await directory.group();
    expect(outcome(await directory.ask('POST', '/Groups', { displayName: displayName.toUpperCase() }))).toBe('409 uniqueness');
    expect(outcome(await directory.patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value: displayName }))).toBe(
      '409 uniqueness',
    );
    expect(outcome(await directory.patch(`/Groups/${id}`, { op: 'add', path: 'externalId', value: displayName }))).toBe('409 uniqueness');
    expect(outcome(await other.ask('POST', '/Groups', { displayName, externalId: displayName }))).toBe('201');
  });

  it.each([
    ['a part of a member', { op: 'replace', path: 'members[value eq "1"].value', value: '2' }, '400 mutability'],
    ['members by something else', { op: 'remove', path: 'members[type eq "User"]' }, '400 invalidPath'],
    ['the name away', { op: 'remove', path: 'displayName' }, '400 mutability'],
    ['an unknown attribute', { op: 'add', path: 'shoeSize', value: 1 }, '400 invalidPath'],
  ])('refuses to change %s', async (_, operation, expected) => {
    expect(outcome(await directory.patch(`/Groups/${await directory.group()}`, operation))).toBe(expected);
  });
});

it('groups of the system, of other organizations and ids that do not exist are all the same', async () => {
  const stranger = await other.group();
  const { user_groups } = await suite.stores.rpc.call(getUserGroups, { include_deactivated_groups: true }, directory.owner.caller);
  const system = user_groups.find(({ is_system_group }) => is_system_group);
  for (const id of [stranger, String(system?.id), '1999999999', 'x']) {
    expect([id, outcome(await directory.get(`/Groups/${id}`))]).toEqual([id, '404']);
    expect([id, outcome(await directory.ask('DELETE', `/Groups/${id}`))]).toEqual([id, '404']);
    const operation = { op: 'replace', path: 'displayName', value: 'taken over' };
    expect([id, outcome(await directory.patch(`/Groups/${id}`, operation))]).toEqual([id, '404']);
  }
  const foreign = await other.person();
  const id = await directory.group();
  expect(outcome(await directory.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: values(foreign) }))).toBe('400 invalidValue');
  expect((await directory.listed('/Groups')).Resources.map((group) => group.id)).not.toContain(String(system?.id));
});
