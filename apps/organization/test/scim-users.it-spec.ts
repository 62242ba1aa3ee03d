import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import {
  answerScim,
  createApiToken,
  createProvisioningToken,
  deactivateUser,
  listProvisioningTokens,
  reactivateUser,
  revokeProvisioningToken,
  setQuotas,
  verifyCredentials,
} from '@parley/contracts/organization';
import { OrganizationSuite } from './organization-suite.js';
import { refusal as refusalOf } from './refusal.js';
import { BASE, Directory, outcome, USER } from './scim-suite.js';

const refusal = async (work: Promise<unknown>) => (await refusalOf(work)).msg;

let suite: OrganizationSuite;
let directory: Directory;
let other: Directory;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
  [directory, other] = [await Directory.of(suite), await Directory.of(suite)];
});
afterAll(() => suite.close());

describe('a provisioning token', () => {
  const verify = (given: object) =>
    suite.stores.rpc.call(
      verifyCredentials,
      { host: directory.home.host, username: '', apiKey: '', acceptsTokens: true, ...given },
      SYSTEM_VISITOR,
    );

  it('is made, listed and revoked by owners only, and is of no person', async () => {
    const administrator = await suite.account(directory.home, { role: ROLES.administrator, password: null });
    const { rpc } = suite.stores;
    const { caller } = directory.owner;
    expect(await refusal(rpc.call(createProvisioningToken, { name: 'x' }, administrator.caller))).toBe('Must be an organization owner');
    expect(await refusal(rpc.call(listProvisioningTokens, {}, administrator.caller))).toBe('Must be an organization owner');
    const { token, id } = await rpc.call(createProvisioningToken, { name: 'Entra' }, caller);
    const { tokens } = await rpc.call(listProvisioningTokens, {}, caller);
    expect(tokens).toContainEqual(expect.objectContaining({ id, name: 'Entra', expires_at: null }));
    expect(JSON.stringify(tokens)).not.toContain(token);
    expect(await verify({ apiKey: token, provisioning: true })).toMatchObject({ isBot: true, token: { id, scopes: ['provision'] } });
    expect(await refusal(rpc.call(revokeProvisioningToken, { provisioning_token_id: id }, other.owner.caller))).toBe('No such API token');
    expect(await refusal(rpc.call(revokeProvisioningToken, { provisioning_token_id: id }, administrator.caller))).toBe(
      'Must be an organization owner',
    );
    await rpc.call(revokeProvisioningToken, { provisioning_token_id: id }, caller);
    expect(await refusal(verify({ apiKey: token, provisioning: true }))).toBe('Invalid API key');
    expect(await refusal(rpc.call(revokeProvisioningToken, { provisioning_token_id: id }, caller))).toBe('No such API token');
  });

  it('opens nothing else, and nothing else opens what it opens', async () => {
    const { rpc } = suite.stores;
    const { token } = await rpc.call(createProvisioningToken, { name: 'alone' }, directory.owner.caller);
    const { api_email: email = '' } = (
      await suite.stores.database.client.$queryRaw<{ api_email: string }[]>`
        SELECT api_email FROM user_account WHERE organization_id = ${directory.home.id} AND id = ${directory.caller.userId}`
    )[0] ?? { api_email: '' };
    expect(await refusal(verify({ apiKey: token, username: email }))).toBe('Invalid API key');
    const own = await rpc.call(createApiToken, { name: 'own', scopes: ['manage_organization'] }, directory.owner.caller);
    expect(await refusal(verify({ apiKey: own.token, provisioning: true }))).toBe('Invalid API key');
    expect(await refusal(verify({ apiKey: token, provisioning: true, host: other.home.host }))).toBe('Invalid API key');
    const params = { method: 'GET', path: '/Users', query: {}, baseUrl: BASE } as const;
    expect(await refusal(rpc.call(answerScim, params, directory.owner.caller))).toBe('Insufficient permission');
  });
});

describe('a person of a directory', () => {
  it('gets an account with their names, address and role, and is shown as the directory wrote them', async () => {
    const externalId = randomUUID();
    const written = {
      userName: `ada.${externalId}`,
      externalId,
      name: { givenName: 'Ada', familyName: 'Byron', formatted: 'Ada B.' },
      displayName: 'Countess Ada',
      emails: [
        { value: `home-${externalId}@example.com`, type: 'home', primary: false },
        { value: `ada-${externalId}@example.com`, type: 'work', primary: true },
      ],
      roles: [{ value: 'moderator', primary: true }],
      title: 'Countess',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Analysis' },
    };
    const { status, body, location } = await directory.ask('POST', '/Users', { schemas: [USER], ...written });
    expect(status).toBe(201);
    const { title: _, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': _department, ...kept } = written;
    expect(body).toMatchObject({ ...kept, active: true, meta: { resourceType: 'User', location } });
    expect(location).toBe(`${BASE}/Users/${body.id}`);
    expect(await directory.account(String(body.id))).toMatchObject({
      deliveryEmail: `ada-${externalId}@example.com`,
      fullName: 'Countess Ada',
      role: ROLES.moderator,
      isActive: true,
    });
    expect((await directory.get(`/Users/${body.id}`)).body).toEqual(body);
    const password = await suite.stores.database.client.userPassword.count({ where: { userId: Number(body.id) } });
    expect(password).toBe(0);
  });

  it('keeps what the directory said where it is still true, and shows what the account changed since', async () => {
    const { id } = await directory.person({ name: { formatted: 'Ada Byron' }, displayName: undefined });
    await suite.stores.database.client.userAccount.update({ where: { id: Number(id) }, data: { fullName: 'Ada Lovelace' } });
    const shown = (await directory.get(`/Users/${id}`)).body;
    expect(shown).toMatchObject({ displayName: 'Ada Lovelace', name: { formatted: 'Ada Byron' } });
    // A change of something else does not take the name back.
    await directory.patch(`/Users/${id}`, { op: 'replace', path: 'externalId', value: randomUUID() });
    expect((await directory.account(id)).fullName).toBe('Ada Lovelace');
  });

  it('is an account that exists, if the organization had it before', async () => {
    const account = await suite.account(directory.home, { password: null });
    expect(await directory.found('/Users', `userName eq "${account.deliveryEmail.toUpperCase()}"`)).toEqual([String(account.userId)]);
    const again = await directory.ask('POST', '/Users', { userName: account.deliveryEmail });
    expect(outcome(again)).toBe('409 uniqueness');
    const linked = await directory.patch(`/Users/${account.userId}`, { op: 'Add', path: 'externalId', value: 'linked-1' });
    expect(linked).toMatchObject({ status: 200, body: { externalId: 'linked-1', userName: account.deliveryEmail } });
    expect(await directory.found('/Users', 'externalId eq "linked-1"')).toEqual([String(account.userId)]);
  });

  it.each([
    ['no userName', { displayName: 'Ada' }, '400 invalidValue'],
    ['no address', { userName: 'ada' }, '400 invalidValue'],
    ['a wrong address', { userName: 'ada', emails: [{ value: 'nowhere' }] }, '400 invalidValue'],
    ['an unknown role', { userName: 'r@example.com', roles: [{ value: 'emperor' }] }, '400 invalidValue'],
    ['a name that no account can have', { userName: 'n@example.com', displayName: 'A*B' }, '400 invalidValue'],
    ['a null byte', { userName: 'z@example.com', displayName: 'A\0B' }, '400 invalidValue'],
    ['a number as a name', { userName: 12 }, '400 invalidValue'],
    ['a list', [], '400 invalidSyntax'],
    ['no body', undefined, '400 invalidSyntax'],
    [
      '100 addresses',
      { userName: 'm@example.com', emails: Array.from({ length: 100 }, () => ({ value: 'a@example.com' })) },
      '413 tooMany',
    ],
  ])('is refused with %s', async (_, body, expected) => {
    expect(outcome(await directory.ask('POST', '/Users', body))).toBe(expected);
  });

  it('is refused above the quota of people', async () => {
    const small = await Directory.of(suite);
    await suite.stores.rpc.call(setQuotas, { organizationId: small.home.id, quotas: { people: 1 }, uploads: {} }, SYSTEM_VISITOR);
    const { status, body } = await small.ask('POST', '/Users', { userName: 'one-too-many@example.com' });
    expect(String(body.detail)).toBe('Your organization has as many people as its quota allows.');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect((await small.listed('/Users')).totalResults).toBe(1);
  });

  it('is written twice at once: one of two wins', async () => {
    const body = { userName: `twice-${randomUUID()}@example.com`, externalId: randomUUID() };
    const both = await Promise.all([directory.ask('POST', '/Users', body), directory.ask('POST', '/Users', body)]);
    expect(both.map(outcome).sort()).toEqual(['201', '409 uniqueness']);
    const { id } = await directory.person();
    const patches = await Promise.all([
      directory.patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'Given' }),
      directory.patch(`/Users/${id}`, { op: 'replace', path: 'name.familyName', value: 'Family' }),
    ]);
    expect(patches.map(outcome)).toEqual(['200', '200']);
    expect((await directory.get(`/Users/${id}`)).body).toMatchObject({ name: { givenName: 'Given', familyName: 'Family' } });
  });
});

describe('a change of a person', () => {
  it('of active in any form deactivates and activates, with the events', async () => {
    const { id } = await directory.person();
    const viewer = directory.owner;
    for (const [active, expected] of [
      ['False', false],
      [true, true],
      [false, false],
      ['true', true],
    ] as const) {
      const [events] = await suite.explained(directory.home, [viewer], async () => {
        expect(outcome(await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: active }))).toBe('200');
      });
      expect((await directory.account(id)).isActive).toBe(expected);
      expect(events).toContainEqual(expect.objectContaining({ type: 'realm_user', op: 'update' }));
    }
    await directory.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect((await directory.get(`/Users/${id}`)).body).toMatchObject({ active: false });
    expect(await directory.found('/Users', `id eq "${id}" and active eq false`)).toEqual([id]);
  });

  it('takes the paths that Entra and Okta write', async () => {
    const { id } = await directory.person();
    const address = `new-${randomUUID()}@example.com`;
    const answer = await directory.patch(
      `/Users/${id}`,
      { op: 'Add', path: 'emails[type eq "work"].value', value: address },
      { op: 'Replace', value: { 'name.givenName': 'Grace', displayName: 'Grace Hopper', id: '5', 'emails[type eq "work"].primary': true } },
      { op: 'Add', path: `${USER}:name.familyName`, value: 'Hopper' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Navy' },
      { op: 'Replace', path: 'title', value: 'Admiral' },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { id, displayName: 'Grace Hopper', name: { givenName: 'Grace', familyName: 'Hopper' } },
    });
    expect(await directory.account(id)).toMatchObject({ deliveryEmail: address, fullName: 'Grace Hopper' });
    const removed = await directory.patch(`/Users/${id}`, { op: 'remove', path: 'name.givenName' }, { op: 'remove', path: 'displayName' });
    expect(removed.body).toMatchObject({ name: { familyName: 'Hopper' } });
    expect((await directory.account(id)).fullName).toBe('Hopper');
  });

  it('moves an address that no directory sent with the userName', async () => {
    const { id, userName } = await directory.person();
    const fresh = () => `moved-${randomUUID()}@example.com`;
    const address = async () => (await directory.account(id)).deliveryEmail;
    const shown = async () => (await directory.get(`/Users/${id}`)).body.emails;
    expect(await shown()).toEqual([{ value: userName, type: 'work', primary: true }]);
    await directory.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Same Address' });
    const [patched, put, own] = [fresh(), fresh(), fresh()];
    await directory.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: patched });
    expect(await address()).toBe(patched);
    await directory.ask('PUT', `/Users/${id}`, { userName: put });
    expect(await address()).toBe(put);
    expect(await shown()).toEqual([{ value: put, type: 'work', primary: true }]);
    // The person changes it, and a change of something else does not take it back.
    await suite.stores.database.client.userAccount.update({ where: { id: Number(id) }, data: { deliveryEmail: own } });
    await directory.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Own Address' });
    await directory.ask('PUT', `/Users/${id}`, { userName: put });
    expect(await address()).toBe(own);
    await directory.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: `no-address-${id}` });
    expect(await address()).toBe(own);
    const sent = fresh();
    await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'emails[type eq "work"].value', value: sent });
    expect(await shown()).toEqual([{ value: sent, type: 'work', primary: true }]);
    await directory.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: fresh() });
    expect(await address()).toBe(sent);
  });

  it('names values regardless of case, with true as text, and an address without a type as one for work', async () => {
    const value = `untyped-${randomUUID()}@example.com`;
    const { id } = await directory.person({ emails: [{ value, primary: true }], roles: [{ value: 'member', primary: true }] });
    for (const role of ['moderator', 'guest', 'moderator'])
      await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'roles[primary eq "True"].value', value: role });
    await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'emails[type eq "Work"].value', value: `new-${value}` });
    const { emails, roles } = (await directory.get(`/Users/${id}`)).body;
    expect(roles).toEqual([{ value: 'moderator', primary: true }]);
    expect(emails).toEqual([{ value: `new-${value}`, type: 'work', primary: true }]);
    expect(await directory.account(id)).toMatchObject({ deliveryEmail: `new-${value}`, role: ROLES.moderator });
    await directory.patch(`/Users/${id}`, { op: 'Remove', path: `roles[value eq "MODERATOR" and not (primary eq "False")]` });
    expect((await directory.account(id)).role).toBe(ROLES.member);
  });

  it('that activates someone for the first time subscribes them to the default channels', async () => {
    const { id } = await directory.person({ active: false });
    const calls = async () => {
      const all = await suite.stores.database.client.outboxCall.findMany({
        where: { organizationId: directory.home.id, name: 'subscribeNewAccount' },
      });
      return all.filter(({ input }) => JSON.stringify(input).includes(`"userId":${id},`));
    };
    const before = new Set((await calls()).map((call) => call.id));
    await directory.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
    expect((await calls()).filter((call) => !before.has(call.id))).toMatchObject([
      { input: { userId: Number(id), channelIds: [], includesDefaults: true } },
    ]);
  });

  it('by PUT keeps role, state and address that it does not name', async () => {
    const { id, userName } = await directory.person({ roles: ['administrator'], externalId: randomUUID() });
    const { body } = await directory.ask('PUT', `/Users/${id}`, { userName, displayName: 'Put' });
    expect(body).toMatchObject({ userName, displayName: 'Put', active: true, roles: [{ value: 'administrator' }] });
    expect(body).not.toHaveProperty('externalId');
    expect(await directory.account(id)).toMatchObject({ role: ROLES.administrator, deliveryEmail: userName, fullName: 'Put' });
    await directory.ask('PUT', `/Users/${id}`, { userName, roles: [{ value: 'guest' }], active: false });
    expect(await directory.account(id)).toMatchObject({ role: ROLES.guest, isActive: false, fullName: 'Put' });
  });

  it.each([
    ['no operations', { Operations: [] }, '400 invalidSyntax'],
    [
      'too many operations',
      { Operations: Array.from({ length: 1_001 }, () => ({ op: 'add', path: 'title', value: 'x' })) },
      '400 invalidSyntax',
    ],
    ['an unknown operation', { Operations: [{ op: 'move', path: 'title' }] }, '400 invalidSyntax'],
    ['an unknown path', { Operations: [{ op: 'add', path: 'shoeSize', value: 43 }] }, '400 invalidPath'],
    ['a path like a pattern', { Operations: [{ op: 'add', path: `${'(a+)+'.repeat(100)}!`, value: 43 }] }, '400 invalidPath'],
    ['a removal without a path', { Operations: [{ op: 'remove' }] }, '400 noTarget'],
    ['the removal of the userName', { Operations: [{ op: 'remove', path: 'userName' }] }, '400 mutability'],
    [
      'a filter that makes no value',
      { Operations: [{ op: 'replace', path: 'emails[type ne "work"].value', value: 'x@example.com' }] },
      '400 noTarget',
    ],
    ['a filter without a match', { Operations: [{ op: 'replace', path: 'emails[value co "nowhere"].type', value: 'x' }] }, '400 noTarget'],
    ['a broken filter', { Operations: [{ op: 'add', path: 'emails[type eq].value', value: 'x' }] }, '400 invalidFilter'],
    [
      'additions without end',
      { Operations: Array.from({ length: 100 }, (_, n) => ({ op: 'add', path: 'emails', value: { value: `e${n}@example.com` } })) },
      '413 tooMany',
    ],
    ['a wrong boolean', { Operations: [{ op: 'replace', path: 'active', value: 'maybe' }] }, '400 invalidValue'],
  ])('with %s is answered by name', async (_, body, expected) => {
    const { id } = await directory.person();
    expect(outcome(await directory.ask('PATCH', `/Users/${id}`, body))).toBe(expected);
  });

  it('changes all or nothing', async () => {
    const [one, two] = [await directory.person(), await directory.person()];
    const answer = await directory.patch(
      `/Users/${one.id}`,
      { op: 'replace', path: 'displayName', value: 'Half' },
      { op: 'replace', path: 'userName', value: two.userName },
    );
    expect(outcome(answer)).toBe('409 uniqueness');
    expect((await directory.account(one.id)).fullName).toBe('Ada Byron');
  });

  it('does not take the last owner away, by name', async () => {
    const id = directory.owner.userId;
    for (const operation of [
      { op: 'replace', path: 'active', value: false },
      { op: 'replace', path: 'roles', value: [{ value: 'member' }] },
    ])
      expect(outcome(await directory.patch(`/Users/${id}`, operation))).toBe('400 mutability');
    expect(outcome(await directory.ask('DELETE', `/Users/${id}`))).toBe('400 mutability');
    expect(await directory.account(String(id))).toMatchObject({ isActive: true, role: ROLES.owner });
  });

  it('has an entry in the audit log, with the account of the directory as its actor', async () => {
    const { id } = await directory.person();
    await directory.patch(`/Users/${id}`, { op: 'replace', path: 'roles', value: [{ value: 'moderator' }] });
    const entries = await suite.stores.database.client.$queryRaw`
      SELECT kind, actor_id AS actor FROM audit_log WHERE organization_id = ${directory.home.id} AND subject = ${id} ORDER BY id`;
    const actor = directory.caller.userId;
    expect(entries).toEqual([
      { kind: 'user.created', actor },
      { kind: 'api_key.created', actor },
      { kind: 'user.changed', actor },
    ]);
  });
});

describe('a person whom the directory deletes', () => {
  it('is deactivated and gone, and comes back with their account', async () => {
    const { id, userName } = await directory.person({ externalId: randomUUID() });
    expect(await directory.ask('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: {} });
    expect((await directory.account(id)).isActive).toBe(false);
    for (const method of ['GET', 'DELETE', 'PUT'] as const)
      expect(outcome(await directory.ask(method, `/Users/${id}`, method === 'PUT' ? { userName } : undefined))).toBe('404');
    expect(await directory.found('/Users', `userName eq "${userName}"`)).toEqual([]);
    const { client } = suite.stores.database;
    const owner = { organizationId: directory.home.id, userId: Number(id) };
    const formerKey = await client.apiKey.findFirstOrThrow({ where: owner });
    await client.userPassword.create({ data: { ...owner, hash: 'of the former person' } });
    const again = await directory.ask('POST', '/Users', { userName, displayName: 'Back Again' });
    expect(again).toMatchObject({ status: 201, body: { id, active: true, displayName: 'Back Again' } });
    // Someone else may have the address by now.
    expect(await client.apiKey.findFirstOrThrow({ where: owner })).not.toEqual(formerKey);
    expect(await client.userPassword.count({ where: owner })).toBe(0);
    expect(await directory.account(id)).toMatchObject({ isActive: true, fullName: 'Back Again' });
  });

  it('is in no group any more, because the directory cannot take them out later', async () => {
    const { id, userName } = await directory.person();
    const inactive = await directory.person({ active: false });
    const members = [{ value: id }, { value: inactive.id }];
    const groups = [await directory.group({ members }), await directory.group({ members })];
    const membersOf = async () => Promise.all(groups.map(async (group) => (await directory.get(`/Groups/${group}`)).body.members));
    expect(await membersOf()).toMatchObject([members, members]);
    await directory.ask('DELETE', `/Users/${id}`);
    await directory.ask('DELETE', `/Users/${inactive.id}`);
    expect(await directory.ask('POST', '/Users', { userName })).toMatchObject({ status: 201, body: { id } });
    await suite.stores.rpc.call(reactivateUser, { user_id: Number(inactive.id) }, directory.owner.caller);
    expect(await membersOf()).toEqual([undefined, undefined]);
  });

  it('is seen again if an administrator activates the account', async () => {
    const { id } = await directory.person();
    await directory.ask('DELETE', `/Users/${id}`);
    await suite.stores.rpc.call(reactivateUser, { user_id: Number(id) }, directory.owner.caller);
    expect((await directory.get(`/Users/${id}`)).body).toMatchObject({ active: true });
    await suite.stores.rpc.call(deactivateUser, { user_id: Number(id) }, directory.owner.caller);
    expect(outcome(await directory.get(`/Users/${id}`))).toBe('404');
  });
});

describe('people of other organizations, bots and ids that do not exist', () => {
  it('are all the same', async () => {
    const stranger = await other.person();
    const bot = await suite.account(directory.home, { botOwnerId: directory.owner.userId, email: `b-${randomUUID()}@example.com` });
    for (const id of [stranger.id, String(bot.userId), '1999999999', '0', 'x', '99999999999999999999', `${directory.caller.userId}`]) {
      expect([id, outcome(await directory.get(`/Users/${id}`))]).toEqual([id, '404']);
      expect([id, outcome(await directory.ask('DELETE', `/Users/${id}`))]).toEqual([id, '404']);
      expect([id, outcome(await directory.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }))]).toEqual([id, '404']);
    }
    expect(await directory.found('/Users', `userName eq "${stranger.userName}"`)).toEqual([]);
    expect((await other.account(stranger.id)).isActive).toBe(true);
  });
});
