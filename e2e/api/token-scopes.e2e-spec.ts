import { afterAll, describe, expect, it } from '@jest/globals';
import type { TokenScope } from '@parley/contracts';
import { createChannel, getChannel, listChannels, subscribe, updateChannel } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { createDrafts, getMessage, getMessages, sendMessage, uploadFile } from '@parley/contracts/messaging';
import {
  createApiToken,
  createBot,
  createUser,
  getBotApiKey,
  getMe,
  listApiTokens,
  reactivateUser,
  regenerateApiKey,
  revokeApiToken,
  updateBot,
  updateOrganization,
  updateUser,
} from '@parley/contracts/organization';
import { updateSettings } from '@parley/contracts/settings';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const owner = world.as(world.owner);
afterAll(() => closeConnections());

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? 'success'}`;
type Person = Awaited<ReturnType<typeof world.newcomer>>;

/** A client of the person with a new token. */
async function tokenOf(person: Pick<Person, 'email' | 'api_key'>, scopes: readonly TokenScope[], more: Record<string, unknown> = {}) {
  const { id, token } = await world.as(person).ok(createApiToken, { name: 'of a test', scopes: [...scopes], ...more });
  return { id, client: world.as({ email: person.email, api_key: token }) };
}

describe('the scopes of a token', () => {
  const text = { type: 'direct', content: 'hello' };

  it('allow what they name, and the error names the one that is missing', async () => {
    const person = await world.newcomer();
    const admin = world.owner;
    const calls: Record<TokenScope, (client: ReturnType<World['as']>) => Promise<{ status: number; body: object }>> = {
      read: (client) => client.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0 }),
      send: (client) => client.call(sendMessage, { ...text, to: [person.user_id] }),
      personal: (client) => client.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'mine' }] }),
      manage_channels: (client) => client.call(createChannel, { name: world.fresh('by a token'), subscribers: [admin.user_id] }),
      manage_organization: (client) => client.call(updateUser, { user_id: String(person.user_id), full_name: world.fresh('Renamed') }),
    };
    const scopes = Object.keys(calls) as TokenScope[];
    for (const scope of scopes) {
      const { client, id } = await tokenOf(admin, [scope]);
      for (const needed of scopes) {
        const { status, body } = await calls[needed](client);
        const said = [scope, needed, status, Reflect.get(body, 'code'), Reflect.get(body, 'scope')];
        expect(said).toEqual([scope, needed, ...(needed === scope ? [200, undefined, undefined] : [403, 'TOKEN_SCOPE_MISSING', needed])]);
      }
      await owner.ok(revokeApiToken, { api_token_id: id });
    }
  });

  it('never open more: keys, tokens, bots, passwords, addresses and roles need the API key or a session', async () => {
    const person = await world.newcomer();
    const { user_id: bot_id } = await owner.ok(createBot, { full_name: world.fresh('Own'), short_name: `own-${Date.now()}` });
    const { client, id } = await tokenOf(world.owner, ['read', 'send', 'personal', 'manage_channels', 'manage_organization']);
    const channel = await world.channel([world.owner]);
    const attempts = [
      client.call(createApiToken, { name: 'wider', scopes: ['read'] }),
      client.call(listApiTokens, {}),
      client.call(revokeApiToken, { api_token_id: id }),
      client.call(regenerateApiKey, {}),
      client.call(getBotApiKey, { bot_id }),
      client.call(createBot, { full_name: 'By a token', short_name: `token-${Date.now()}` }),
      client.call(updateBot, { bot_id, full_name: 'By a token' }),
      client.call(createUser, { email: 'by-a-token@demo.example', password: person.password, full_name: 'By A Token' }),
      client.call(updateSettings, { email: 'by-a-token@demo.example' }),
      client.call(updateSettings, { old_password: 'a', new_password: 'b' }),
      client.call(updateUser, { user_id: String(person.user_id), role: 100 }),
      client.call(updateUser, { user_id: String(person.user_id), new_email: 'by-a-token@demo.example' }),
      client.call(reactivateUser, { user_id: person.user_id }),
      client.call(updateOrganization, { authentication_methods: { Email: true } }),
      client.call(subscribe, { subscriptions: [{ name: channel.name }], principals: [person.user_id] }),
      client.call(updateChannel, { stream_id: channel.id, is_private: false }),
    ];
    expect((await Promise.all(attempts)).map(codeOf)).toEqual(attempts.map(() => '403 TOKEN_NOT_ALLOWED'));
    expect(codeOf(await client.call(updateSettings, { twenty_four_hour_time: true }))).toBe('200 success');
    const { client: personal } = await tokenOf(world.owner, ['personal']);
    const others = { target_users: { user_ids: [person.user_id] }, twenty_four_hour_time: true };
    expect(codeOf(await personal.call(updateSettings, others))).toBe('403 TOKEN_SCOPE_MISSING');
  });

  it('do not exceed the rights of the account', async () => {
    const { client } = await tokenOf(await world.newcomer(), ['manage_organization']);
    const { status, body } = await client.call(updateOrganization, { description: 'By a member' });
    expect([status, body.msg]).toEqual([400, 'Must be an organization administrator']);
  });

  it('protect files', async () => {
    const person = await world.newcomer();
    const { body: uploaded } = await world.as(person).upload(uploadFile, [{ name: 'a.txt', content: 'mine' }]);
    const [sending, reading] = [await tokenOf(person, ['send']), await tokenOf(person, ['read'])];
    const { id } = await world.channel([person]);
    const limited = await tokenOf(person, ['read'], { channel_ids: [id] });
    const statuses = await Promise.all([sending, reading, limited].map(({ client }) => client.fetch(uploaded.url)));
    expect(statuses.map(({ status }) => status)).toEqual([403, 200, 403]);
  });
});

describe('a token that is limited to channels', () => {
  it('reads, sends and manages there, and nowhere else', async () => {
    const person = await world.newcomer();
    const [inside, outside] = [await world.channel([person]), await world.channel([person])];
    const self = world.as(person);
    const say = (to: number) => ({ type: 'channel', to, topic: 'a topic', content: 'hello' });
    const { id: here } = await self.ok(sendMessage, say(inside.id));
    const { id: there } = await self.ok(sendMessage, say(outside.id));
    const { client } = await tokenOf(person, ['read', 'send', 'manage_channels'], { channel_ids: [inside.id] });
    const narrowed = (narrow: unknown[]) => client.call(getMessages, { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    const channel = (operand: number | string, negated = false) => ({ operator: 'channel', operand, negated });
    const OTHER = '403 TOKEN_OF_OTHER_CHANNELS';

    expect(codeOf(await client.call(sendMessage, say(inside.id)))).toBe('200 success');
    expect(codeOf(await client.call(sendMessage, { ...say(0), to: inside.name }))).toBe('200 success');
    for (const to of [outside.id, outside.name, 1_999_999_998, 'a channel that is nowhere'])
      expect(codeOf(await client.call(sendMessage, { ...say(0), to }))).toBe(OTHER);
    expect(codeOf(await client.call(sendMessage, { type: 'direct', to: [person.user_id], content: 'hello' }))).toBe(OTHER);

    const read = await narrowed([channel(inside.name)]);
    expect([read.status, read.body.messages.map(({ stream_id }) => stream_id)]).toEqual([200, [inside.id, inside.id, inside.id]]);
    const refused = [
      [],
      [channel(outside.id)],
      [channel(inside.id, true)],
      [channel(outside.id), { operator: 'topic', operand: 'a topic' }],
      // `with` replaces the channel of the narrow by that of the message.
      [channel(inside.id), { operator: 'topic', operand: 'a topic' }, { operator: 'with', operand: there }],
      [{ operator: 'channels', operand: 'public' }],
      [{ operator: 'is', operand: 'dm' }],
    ];
    for (const narrow of refused) expect([narrow, codeOf(await narrowed(narrow))]).toEqual([narrow, OTHER]);
    const both = await client.ok(getMessages, { message_ids: [here, there] });
    expect(both.messages.map(({ id }) => id)).toEqual([here]);
    expect(codeOf(await client.call(getMessage, { message_id: here }))).toBe('200 success');
    expect((await client.call(getMessage, { message_id: there })).body).toEqual(
      (await client.call(getMessage, { message_id: 9_999_999 })).body,
    );

    // A link would tell the id of the channel, and that it exists.
    const names = { ...say(inside.id), content: `#**${inside.name}** #**${outside.name}** #**${outside.name}>a topic**` };
    const { id: naming } = await client.ok(sendMessage, names);
    const { message } = await self.ok(getMessage, { message_id: naming });
    expect(message.content).toContain(`data-stream-id="${inside.id}"`);
    expect(message.content).not.toContain(`data-stream-id="${outside.id}"`);

    expect(codeOf(await client.call(getChannel, { stream_id: inside.id }))).toBe('200 success');
    expect(codeOf(await client.call(getChannel, { stream_id: outside.id }))).toBe(OTHER);
    const cannot = [
      client.call(registerQueue, {}),
      client.call(listChannels, {}),
      client.call(subscribe, { subscriptions: [{ name: outside.name }] }),
    ];
    for (const answer of await Promise.all(cannot)) expect(codeOf(answer)).toBe('403 TOKEN_LIMITED_TO_CHANNELS');
    expect(codeOf(await client.call(getMe, {}))).toBe('200 success');
  });
});
