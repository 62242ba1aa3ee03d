import { afterAll, describe, expect, it } from '@jest/globals';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import {
  createUser,
  deactivateUser,
  devFetchApiKey,
  fetchApiKey,
  getMe,
  getServerSettings,
  regenerateApiKey,
} from '@parley/contracts/organization';
import { Actor } from '../client/actor.js';
import { organizationOf } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const anybody = world.anybody();
const PASSWORD = 'correct horse battery staple 7';
afterAll(() => closeConnections());

/** A separate account for tests that end accounts or keys. */
async function newcomer() {
  const email = `${world.fresh('newcomer').replaceAll(' ', '-')}@demo.example`;
  const { user_id } = await world.as(world.owner).ok(createUser, { email, password: PASSWORD, full_name: world.fresh('New') });
  const { api_key } = await anybody.ok(fetchApiKey, { username: email, password: PASSWORD });
  return { email, user_id, api_key, actor: new Actor(world.baseUrl, { email, api_key }) };
}

describe('the server settings', () => {
  it('are public, and sufficient for clients to log in', async () => {
    for (const host of [undefined, world.host]) {
      const settings = await world.anybody(host).ok(getServerSettings, {});
      expect(settings).toMatchObject({
        zulip_feature_level: 496,
        service_feature_level: 496,
        zulip_version: expect.any(String),
        realm_url: expect.stringMatching(/^http/),
        realm_uri: settings.realm_url,
        email_auth_enabled: true,
        is_incompatible: false,
      });
    }
    expect((await world.anybody(world.host).ok(getServerSettings, {})).realm_name).toBe('Demo');
  });

  it('of a host of no organization are 404', async () => {
    const port = new URL(world.baseUrl).port;
    const answer = await world.anybody(`nobody-here.localhost:${port}`).call(getServerSettings, {});
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([404, 'NONEXISTENT_SUBDOMAIN', 'Invalid subdomain']);
  });
});

describe('an API key by password', () => {
  const { member } = world;
  const credentials = { username: member.delivery_email, password: member.password ?? '' };

  it.each([
    ['the bare host', undefined],
    ["the organization's host", world.host],
  ])('is returned on %s', async (_, host) => {
    const answer = await world.anybody(host).ok(fetchApiKey, credentials);
    expect(answer).toMatchObject({ api_key: member.api_key, email: member.delivery_email, user_id: member.user_id });
  });

  it('is returned for any case of the address', async () => {
    await anybody.ok(fetchApiKey, { ...credentials, username: credentials.username.toUpperCase() });
  });

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown address', { username: 'nobody@absent.example' }],
  ])('is refused for %s, with the same text', async (_, change) => {
    const answer = await anybody.call(fetchApiKey, { ...credentials, ...change });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([
      401,
      'AUTHENTICATION_FAILED',
      'Your username or password is incorrect',
    ]);
  });

  it('is refused at the host of another organization', async () => {
    const answer = await world.anybody(organizationOf(world.demo, 'other').host).call(fetchApiKey, credentials);
    expect([answer.status, answer.body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
  });

  it('needs both parameters', async () => {
    const answer = await anybody.call(fetchApiKey, { username: credentials.username });
    expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
  });
});

describe('an API key without a password', () => {
  it('is returned in the demo', async () => {
    expect(await anybody.ok(devFetchApiKey, { username: world.member.email })).toMatchObject({ api_key: world.member.api_key });
  });

  it('is refused for an unknown address', async () => {
    const answer = await anybody.call(devFetchApiKey, { username: 'nobody@absent.example' });
    expect([answer.status, answer.body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
  });
});

describe('a new API key', () => {
  it('ends the old one at once, and its event queues', async () => {
    const { actor, email } = await newcomer();
    const { queue_id, last_event_id } = await actor.ok(registerQueue, { fetch_event_types: [] });
    const { api_key } = await actor.ok(regenerateApiKey, {});
    const old = await actor.call(getMe, {});
    expect([old.status, old.body.code]).toEqual([401, 'INVALID_API_KEY']);
    const renewed = new Actor(world.baseUrl, { email, api_key });
    await renewed.ok(getMe, {});
    const poll = () => renewed.call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true });
    expect((await eventually(poll, ({ status }) => status !== 200)).body.code).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('is not available without credentials', async () => {
    expect((await anybody.call(regenerateApiKey, {})).status).toBe(401);
  });
});

describe('a deactivated account', () => {
  it('is refused at once, by key and by password', async () => {
    const { actor, user_id, email } = await newcomer();
    await actor.ok(getMe, {});
    await world.as(world.administrator).ok(deactivateUser, { user_id });
    const byKey = await actor.call(getMe, {});
    expect([byKey.status, byKey.body.code, byKey.body.msg]).toEqual([401, 'USER_DEACTIVATED', 'Account is deactivated']);
    const byPassword = await anybody.call(fetchApiKey, { username: email, password: PASSWORD });
    expect([byPassword.status, byPassword.body.code]).toEqual([401, 'USER_DEACTIVATED']);
  });

  it('can only be deactivated by administrators of its organization', async () => {
    const { user_id } = await newcomer();
    const member = await world.as(world.member).call(deactivateUser, { user_id });
    expect([member.status, member.body.msg]).toEqual([400, 'Must be an organization administrator']);
    const stranger = await world.as(world.stranger).call(deactivateUser, { user_id });
    expect([stranger.status, stranger.body.msg]).toEqual([400, 'No such user']);
  });

  it("cannot be an owner's if an administrator asks", async () => {
    const answer = await world.as(world.administrator).call(deactivateUser, { user_id: world.owner.user_id });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Must be an organization owner']);
  });
});
