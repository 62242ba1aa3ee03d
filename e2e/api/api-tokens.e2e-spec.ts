import { afterAll, describe, expect, it } from '@jest/globals';
import type { TokenScope } from '@parley/contracts';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { receiveWebhook, sendMessage } from '@parley/contracts/messaging';
import {
  createApiToken,
  createBot,
  createUser,
  deactivateUser,
  getMe,
  listApiTokens,
  reactivateUser,
  regenerateApiKey,
  revokeApiToken,
  updateBot,
} from '@parley/contracts/organization';
import { Actor } from '../client/actor.js';
import { Browser } from '../client/browser.js';
import { organizationOf } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { closeConnections, http } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const owner = world.as(world.owner);
const away = organizationOf(world.demo, 'other');
afterAll(() => closeConnections());

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? 'success'}`;
const INVALID = '401 INVALID_API_KEY';
type Person = Awaited<ReturnType<typeof world.newcomer>>;

/** A client of the person with a new token. */
async function tokenOf(person: Pick<Person, 'email' | 'api_key'>, scopes: readonly TokenScope[], more: Record<string, unknown> = {}) {
  const made = await world.as(person).ok(createApiToken, { name: 'of a test', scopes: [...scopes], ...more });
  return { ...made, client: world.as({ email: person.email, api_key: made.token }) };
}

describe('an API token', () => {
  it('takes the place of the API key, and is shown once', async () => {
    const person = await world.newcomer();
    const { token, id, client } = await tokenOf(person, ['read', 'send', 'send'], { name: 'Build server' });
    expect(token).toMatch(/^parley_[A-Za-z0-9]{40}$/);
    expect(await client.ok(getMe, {})).toMatchObject({ user_id: person.user_id });
    await client.ok(sendMessage, { type: 'direct', to: [person.user_id], content: 'with a token' });
    const listed = await eventually(
      () => world.as(person).ok(listApiTokens, {}),
      ({ tokens }) => tokens[0]?.last_used_at !== null,
    );
    expect(listed.tokens).toEqual([
      {
        id,
        name: 'Build server',
        scopes: ['read', 'send'],
        channel_ids: null,
        created_at: expect.any(Number),
        expires_at: null,
        last_used_at: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(token);
    await world.as(person).ok(getMe, {});
  });

  it('is refused like an unknown key: with another address, in another organization, and after a change of one character', async () => {
    const person = await world.newcomer();
    const { token } = await tokenOf(person, ['read']);
    // The same address in the other organization.
    await world.as(world.stranger).ok(createUser, { email: person.email, password: person.password, full_name: 'Same Address' });
    const said = async (email: string, api_key: string, host?: string) => {
      const { status, body } = await new Actor(world.baseUrl, { email, api_key }, host).call(getMe, {});
      return [status, body];
    };
    const unknown = await said(person.email, `parley_${'x'.repeat(40)}`);
    expect(unknown).toEqual([401, { result: 'error', code: 'INVALID_API_KEY', msg: 'Invalid API key' }]);
    expect(await said(world.member.email, token)).toEqual(unknown);
    expect(await said(person.email, token, away.host)).toEqual(unknown);
    expect(await said(person.email, `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`)).toEqual(unknown);
    expect((await said(person.email, token, world.host))[0]).toBe(200);
  });

  it('ends when it expires', async () => {
    const person = await world.newcomer();
    const { client } = await tokenOf(person, ['read'], { expires_at: Math.ceil(Date.now() / 1000) + 10 });
    const code = await eventually(
      async () => codeOf(await client.call(getMe, {})),
      (said) => said !== '200 success',
      { deadlineMs: 60_000, pauseMs: 500 },
    );
    expect(code).toBe(INVALID);
  });

  it('ends at once when it is revoked, also a held poll', async () => {
    const person = await world.newcomer();
    const { id, client } = await tokenOf(person, ['read']);
    const { queue_id, last_event_id } = await client.ok(registerQueue, { event_types: ['message'], fetch_event_types: [] });
    const poll = () => client.call(getEvents, { queue_id: queue_id ?? '', last_event_id });
    const held = poll();
    // Otherwise the answer would be a heartbeat after 45 seconds or more.
    await world.as(person).ok(revokeApiToken, { api_token_id: id });
    const answer = await held;
    expect(answer.status === 401 || answer.body.events.length === 0).toBe(true);
    const code = await eventually(
      async () => codeOf(await poll()),
      (said) => said === INVALID,
    );
    expect(code).toBe(INVALID);
    expect(codeOf(await world.as(person).call(revokeApiToken, { api_token_id: id }))).toBe('400 BAD_REQUEST');
    expect((await world.as(person).ok(listApiTokens, {})).tokens).toEqual([]);
  });

  it('ends with the account, and does not come back with it', async () => {
    const person = await world.newcomer();
    const { client } = await tokenOf(person, ['read']);
    await owner.ok(deactivateUser, { user_id: person.user_id });
    const code = await eventually(
      async () => codeOf(await client.call(getMe, {})),
      (said) => said !== '200 success',
    );
    expect(code).toBe(INVALID);
    await owner.ok(reactivateUser, { user_id: person.user_id });
    expect(codeOf(await client.call(getMe, {}))).toBe(INVALID);
  });

  it('ends when the API key is replaced, also from a browser session', async () => {
    const person = await world.newcomer();
    const { client } = await tokenOf(person, ['read']);
    expect(codeOf(await client.call(getMe, {}))).toBe('200 success');
    const page = new Browser(world.baseUrl, world.host);
    await page.signIn(person);
    expect((await page.call(regenerateApiKey, {})).status).toBe(200);
    const code = await eventually(
      async () => codeOf(await client.call(getMe, {})),
      (said) => said !== '200 success',
    );
    expect(code).toBe(INVALID);
  });

  it('is not accepted in a URL', async () => {
    const { user_id } = await owner.ok(createBot, { full_name: world.fresh('Hook'), short_name: `hook-${Date.now()}`, bot_type: 2 });
    const { token } = await owner.ok(createApiToken, { name: 'hook', scopes: ['send'], user_id });
    const answer = await http({
      method: 'POST',
      url: `${world.baseUrl}/api/v1${receiveWebhook.path.replace('{integration}', 'json')}?api_key=${token}`,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'TOKEN_IN_URL']);
  });
});

describe('creating a token', () => {
  it('needs the password in a browser session, and not with an API key', async () => {
    const person = await world.newcomer();
    const page = new Browser(world.baseUrl, world.host);
    await page.signIn(person);
    const wanted = { name: 'from a page', scopes: ['read' as const] };
    expect((await page.call(createApiToken, wanted)).body.msg).toBe('Wrong password!');
    expect((await page.call(createApiToken, { ...wanted, password: 'wrong' })).body.msg).toBe('Wrong password!');
    const { status, body } = await page.call(createApiToken, { ...wanted, password: person.password });
    expect([status, body.scopes]).toEqual([200, ['read']]);
  });

  it.each([
    ['a past expiry', { expires_at: 1_000 }, 'The expiry of an API token must be in the future.'],
    ['an unknown scope', { scopes: ['everything'] }, /^Invalid scopes|scopes/],
    ['no scope', { scopes: [] }, /scopes/],
    ['an unknown channel', { channel_ids: [1_999_999_998] }, 'Invalid channel ID'],
    ['a scope that has no channel', { scopes: ['personal'], channel_ids: [1] }, /limited to channels can only have/],
    ['another person', { user_id: 1_999_999_999 }, 'No such bot'],
    ['a name of two lines', { name: 'a\nb' }, /name/],
  ])('refuses %s', async (_, change, msg) => {
    const { status, body } = await owner.call(createApiToken, { name: 'refused', scopes: ['read'], ...change });
    expect([status, body.msg]).toEqual([400, typeof msg === 'string' ? msg : expect.stringMatching(msg)]);
  });

  it('is for owners of a bot, and its tokens end when it gets another owner', async () => {
    const person = await world.newcomer();
    const self = world.as(person);
    const { user_id: bot_id } = await self.ok(createBot, { full_name: world.fresh('Mine'), short_name: `mine-${Date.now()}` });
    expect((await world.as(world.member).call(createApiToken, { name: 'taken', scopes: ['read'], user_id: bot_id })).status).toBe(400);
    const made = await self.ok(createApiToken, { name: 'of the bot', scopes: ['read'], user_id: bot_id });
    const { tokens } = await self.ok(listApiTokens, { user_id: bot_id });
    expect(tokens.map(({ id }) => id)).toEqual([made.id]);
    await owner.ok(updateBot, { bot_id, bot_owner_id: world.owner.user_id });
    expect((await owner.ok(listApiTokens, { user_id: bot_id })).tokens).toEqual([]);
    expect((await self.call(listApiTokens, { user_id: bot_id })).body.msg).toBe('Must be an organization administrator');
  });
});

describe('tokens of others', () => {
  it('are listed and revoked by administrators, those of owners by owners, and unknown to all others', async () => {
    const person = await world.newcomer();
    const { id } = await tokenOf(person, ['read']);
    const ofOwner = await tokenOf(world.owner, ['read']);
    const [administrator, member] = [world.as(world.administrator), world.as(world.member)];
    expect((await member.call(listApiTokens, { user_id: person.user_id })).body.msg).toBe('Must be an organization administrator');
    expect((await member.call(revokeApiToken, { api_token_id: id })).body.msg).toBe('No such API token');
    expect((await member.call(revokeApiToken, { api_token_id: 'no-id' })).body.msg).toBe('No such API token');
    expect((await administrator.call(listApiTokens, { user_id: world.owner.user_id })).body.msg).toBe('Must be an organization owner');
    expect((await administrator.call(revokeApiToken, { api_token_id: ofOwner.id })).body.msg).toBe('Must be an organization owner');
    expect((await world.as(world.stranger).call(revokeApiToken, { api_token_id: id })).body.msg).toBe('No such API token');
    const { tokens } = await administrator.ok(listApiTokens, { user_id: person.user_id });
    expect(tokens.map((token) => token.id)).toEqual([id]);
    await administrator.ok(revokeApiToken, { api_token_id: id });
    expect((await administrator.ok(listApiTokens, { user_id: person.user_id })).tokens).toEqual([]);
    await owner.ok(revokeApiToken, { api_token_id: ofOwner.id });
  });
});
