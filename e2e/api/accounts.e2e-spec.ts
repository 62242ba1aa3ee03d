import { afterAll, describe, expect, it } from '@jest/globals';
import {
  createUser,
  deactivateUser,
  devFetchApiKey,
  devListUsers,
  fetchApiKey,
  getMe,
  getServerSettings,
  getUser,
  getUsers,
  regenerateApiKey,
} from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
afterAll(() => closeConnections());

describe('GET /server_settings', () => {
  it('describes the organization to visitors who are not logged in', async () => {
    const settings = await world.anybody(world.host).ok(getServerSettings, {});
    expect(settings).toMatchObject({ zulip_feature_level: 496, realm_url: `http://${world.host}`, email_auth_enabled: true });
    expect(settings.realm_uri).toBe(settings.realm_url);
  });
  it('answers on a bare host, with the requested address', async () => {
    expect(await world.anybody().ok(getServerSettings, {})).toMatchObject({ realm_url: world.baseUrl });
  });
  it('refuses a host of no organization', async () => {
    const { status, body } = await world.anybody('nowhere.localhost').call(getServerSettings, {});
    expect([status, body.code]).toEqual([404, 'NONEXISTENT_SUBDOMAIN']);
  });
});

describe('POST /fetch_api_key', () => {
  const { delivery_email: username, password, api_key, user_id } = world.member;

  it('returns the key for address and password, on the host of the organization and on a bare host', async () => {
    for (const host of [world.host, undefined]) {
      expect(await world.anybody(host).ok(fetchApiKey, { username, password })).toMatchObject({ api_key, email: username, user_id });
    }
  });
  it.each([
    ['a wrong password', { username, password: 'wrong password' }, 401, 'AUTHENTICATION_FAILED'],
    ['an unknown address', { username: 'nobody@demo.example', password: 'x' }, 401, 'AUTHENTICATION_FAILED'],
    ['a user of the other organization', { ...world.stranger, username: world.stranger.delivery_email }, 401, 'AUTHENTICATION_FAILED'],
    ['an invalid address', { username: 'nobody', password: 'x' }, 400, 'BAD_REQUEST'],
    ['no password', { username }, 400, 'REQUEST_VARIABLE_MISSING'],
  ])('refuses %s', async (_, given, status, code) => {
    const sent = { username: given.username, ...('password' in given ? { password: given.password } : {}) };
    const answer = await world.anybody(world.host).call(fetchApiKey, sent);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('POST /dev_fetch_api_key', () => {
  it('returns the key for an address alone in the demo', async () => {
    const { delivery_email: username, api_key } = world.colleague;
    expect(await world.anybody(world.host).ok(devFetchApiKey, { username })).toMatchObject({ api_key });
    const { status, body } = await world.anybody(world.host).call(devFetchApiKey, { username: 'nobody@demo.example' });
    expect([status, body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
  });
});

describe('GET /dev_list_users', () => {
  it('lists the users who can log in without a password, of the organization of the host', async () => {
    const { direct_admins, direct_users } = await world.anybody(world.host).ok(devListUsers, {});
    const at = { realm_url: `http://${world.host}`, realm_uri: `http://${world.host}` };
    expect(direct_admins).toContainEqual({ email: world.owner.delivery_email, ...at });
    expect(direct_users).toContainEqual({ email: world.member.delivery_email, ...at });
    const emails = [...direct_admins, ...direct_users].map(({ email }) => email);
    expect(emails).not.toContain(world.bot.delivery_email);
    expect(emails).not.toContain(world.stranger.delivery_email);
  });
});

describe('POST /users/me/api_key/regenerate', () => {
  it('returns a new key and refuses the old one at once', async () => {
    const person = await world.newcomer();
    await world.as(person).ok(getMe, {});
    const { api_key } = await world.as(person).ok(regenerateApiKey, {});
    expect(await world.as({ ...person, api_key }).ok(getMe, {})).toMatchObject({ user_id: person.user_id });
    const deadline = Date.now() + 5_000;
    let status: number;
    do ({ status } = await world.as(person).call(getMe, {}));
    while (status !== 401 && Date.now() < deadline);
    expect(status).toBe(401);
  });
  it('needs credentials', async () => {
    expect((await world.anybody(world.host).call(regenerateApiKey, {})).status).toBe(401);
  });
});

describe('GET /users', () => {
  it('lists the users of the organization only', async () => {
    const { members } = await world.as(world.guest).ok(getUsers, {});
    const ids = members.map((user) => user.user_id);
    expect(ids).toEqual(expect.arrayContaining([world.owner.user_id, world.bot.user_id, world.guest.user_id]));
    expect(ids).not.toContain(world.stranger.user_id);
  });
  it('lists only the requested users', async () => {
    const { members } = await world.as(world.member).ok(getUsers, { user_ids: [world.owner.user_id, world.stranger.user_id] });
    expect(members.map((user) => user.user_id)).toEqual([world.owner.user_id]);
  });
});

describe('GET /users/{user_id}', () => {
  it('finds by id and by address', async () => {
    const byId = await world.as(world.member).ok(getUser, { user_id: String(world.owner.user_id) });
    const byAddress = await world.as(world.member).ok(getUser, { user_id: world.owner.email });
    expect(byId.user).toEqual(byAddress.user);
    expect(byId.user).toMatchObject({ user_id: world.owner.user_id, is_owner: true });
  });
  it.each([
    ['a user of the other organization', String(world.stranger.user_id)],
    ['an unknown id', '1999999999'],
  ])('has the same answer for %s', async (_, user_id) => {
    const { status, body } = await world.as(world.member).call(getUser, { user_id });
    expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', 'No such user']);
  });
});

describe('POST /users', () => {
  it('creates a user who can log in', async () => {
    const person = await world.newcomer();
    expect(await world.as(person).ok(getMe, {})).toMatchObject({ user_id: person.user_id, full_name: 'New Comer', role: 400 });
  });
  it.each([
    ['a member', world.member, {}, 'Must be an organization administrator'],
    [
      'an address in use',
      world.administrator,
      { email: world.owner.delivery_email },
      `Email '${world.owner.delivery_email}' already in use`,
    ],
    ['a weak password', world.administrator, { password: 'short' }, 'The password is too weak.'],
    ['a name that is too short', world.administrator, { full_name: 'N' }, 'Name too short!'],
  ])('refuses %s', async (_, who, given, msg) => {
    const params = { email: 'somebody-else@demo.example', password: 'correct horse battery', full_name: 'Somebody Else', ...given };
    const { status, body } = await world.as(who).call(createUser, params);
    expect([status, body.msg]).toEqual([400, msg]);
  });
});

describe('DELETE /users/{user_id}', () => {
  it('deactivates: the key is refused, the user stays listed', async () => {
    const person = await world.newcomer();
    await world.as(person).ok(getMe, {});
    await world.as(world.administrator).ok(deactivateUser, { user_id: person.user_id });
    const { user } = await world.as(world.member).ok(getUser, { user_id: String(person.user_id) });
    expect(user.is_active).toBe(false);
    const login = await world.anybody(world.host).call(fetchApiKey, { username: person.email, password: person.password });
    expect([login.status, login.body.code]).toEqual([401, 'USER_DEACTIVATED']);
  });
  it.each([
    ['a member', world.member, world.guest.user_id, 'Must be an organization administrator'],
    ['an administrator, for an owner', world.administrator, world.owner.user_id, 'Must be an organization owner'],
    ['an owner, for a user of the other organization', world.owner, world.stranger.user_id, 'No such user'],
  ])('refuses %s', async (_, who, user_id, msg) => {
    const { status, body } = await world.as(who).call(deactivateUser, { user_id });
    expect([status, body.msg]).toEqual([400, msg]);
  });
});
