import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { getMessage, getMessages, sendMessage } from '@parley/contracts/messaging';
import {
  createBot,
  deactivateBot,
  getBotApiKey,
  getBotStorage,
  getMe,
  listBots,
  reactivateUser,
  regenerateBotApiKey,
  removeBotStorage,
  updateBot,
  updateBotStorage,
  updateUser,
} from '@parley/contracts/organization';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const member = world.as(world.member);
const colleague = world.as(world.colleague);
afterAll(() => closeConnections());

/** A bot of the member, with its credentials. */
async function newBot(params: Record<string, unknown> = {}) {
  const name = world.fresh('bot').replaceAll(' ', '-');
  const made = await member.ok(createBot, { full_name: name, short_name: name, ...params });
  const { bots } = await member.ok(listBots, {});
  const listed = bots.find((bot) => bot.api_key === made.api_key);
  if (listed === undefined) throw new Error('the bot is not listed');
  return { ...made, email: listed.username, full_name: name, listed };
}

describe('a bot', () => {
  it('is created, listed, and can call the API', async () => {
    const bot = await newBot();
    expect(bot.listed).toMatchObject({ full_name: bot.full_name, default_sending_stream: null, default_all_public_streams: false });
    expect(await world.as(bot).ok(getMe, {})).toMatchObject({
      user_id: bot.user_id,
      is_bot: true,
      bot_type: 1,
      bot_owner_id: world.member.user_id,
    });
    expect((await colleague.ok(listBots, {})).bots.map(({ username }) => username)).not.toContain(bot.email);
  });
  it('uses its default channels for sending and listening', async () => {
    const channel = await world.channel([world.member]);
    const bot = await newBot();
    const changed = { bot_id: bot.user_id, default_sending_stream: channel.name, default_events_register_stream: channel.name };
    expect(await member.ok(updateBot, { ...changed, default_all_public_streams: true })).toMatchObject({
      default_sending_stream: channel.name,
      default_events_register_stream: channel.name,
      default_all_public_streams: true,
      bot_owner: world.member.email,
    });
    const { queue_id, last_event_id } = await world.as(bot).ok(registerQueue, { event_types: ['message'], fetch_event_types: [] });
    const elsewhere = await world.channel([world.member]);
    await member.ok(sendMessage, { type: 'channel', to: elsewhere.id, topic: 'bots', content: 'not for the bot' });
    const { id } = await world.as(bot).ok(sendMessage, { type: 'channel', topic: 'bots', content: 'from the bot' });
    expect((await member.ok(getMessage, { message_id: id })).message).toMatchObject({ stream_id: channel.id });
    const { events } = await world.as(bot).ok(getEvents, { queue_id: queue_id ?? '', last_event_id });
    expect(events.map((event) => event.message)).toEqual([expect.objectContaining({ id })]);
  });
  it('that only sends may do nothing else', async () => {
    const channel = await world.channel([world.member]);
    const bot = await newBot({ bot_type: 2 });
    await world.as(bot).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'hooks', content: 'from outside' });
    for (const refused of [await world.as(bot).call(getMe, {}), await world.as(bot).call(registerQueue, {})]) {
      expect([refused.status, refused.body.code, refused.body.msg]).toEqual([
        401,
        'UNAUTHORIZED',
        'This API is not available to incoming webhook bots.',
      ]);
    }
  });
  it('can get a new key, and the old one is refused', async () => {
    const bot = await newBot();
    expect(await member.ok(getBotApiKey, { bot_id: bot.user_id })).toMatchObject({ api_key: bot.api_key });
    const { api_key } = await member.ok(regenerateBotApiKey, { bot_id: bot.user_id });
    expect((await world.as(bot).call(getMe, {})).body.code).toBe('INVALID_API_KEY');
    await world.as({ ...bot, api_key }).ok(getMe, {});
  });
  it('can be deactivated', async () => {
    const bot = await newBot();
    await member.ok(deactivateBot, { bot_id: bot.user_id });
    expect((await world.as(bot).call(getMe, {})).body.code).toBe('USER_DEACTIVATED');
    expect((await member.ok(listBots, {})).bots.map(({ username }) => username)).not.toContain(bot.email);
  });
  it('can be handed over with a new key, so the former owner can no longer use it', async () => {
    const { name } = await world.channel([world.colleague], { invite_only: true });
    const bot = await newBot();
    const write = (api_key: string) =>
      world.as({ ...bot, api_key }).call(sendMessage, { type: 'channel', to: name, topic: 't', content: 'c' });
    expect((await write(bot.api_key)).body.code).toBe('STREAM_DOES_NOT_EXIST');
    const { queue_id, last_event_id } = await world.as(bot).ok(registerQueue, { event_types: ['message'], fetch_event_types: [] });
    await member.ok(updateBot, { bot_id: bot.user_id, bot_owner_id: world.colleague.user_id });
    expect((await write(bot.api_key)).body.code).toBe('INVALID_API_KEY');
    const { api_key } = await colleague.ok(getBotApiKey, { bot_id: bot.user_id });
    expect((await write(api_key)).status).toBe(200);
    const poll = () => world.as({ ...bot, api_key }).call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true });
    expect((await eventually(poll, ({ status }) => status !== 200)).body.code).toBe('BAD_EVENT_QUEUE_ID');
  });
  it('can be owned by another user', async () => {
    const bot = await newBot();
    await member.ok(updateBot, { bot_id: bot.user_id, bot_owner_id: world.colleague.user_id });
    expect((await colleague.ok(listBots, {})).bots.map(({ username }) => username)).toContain(bot.email);
  });
});

describe('an outgoing webhook bot', () => {
  it('tells its owner what it calls, which can be changed', async () => {
    const registered = () => member.ok(registerQueue, { event_types: ['realm_bot'], fetch_event_types: ['realm_bot'] });
    const bot = await newBot({ bot_type: 3, payload_url: JSON.stringify('https://bot.example.com/hook'), interface_type: 1 });
    const servicesOf = async () => {
      const { realm_bots: listed } = (await registered()) as { realm_bots?: readonly { user_id: number; services: unknown[] }[] };
      return listed?.find(({ user_id }) => user_id === bot.user_id)?.services;
    };
    const token = expect.stringMatching(/^[A-Za-z0-9]{32}$/);
    expect(await servicesOf()).toEqual([{ base_url: 'https://bot.example.com/hook', interface: 1, token }]);
    await member.ok(updateBot, { bot_id: bot.user_id, service_payload_url: 'https://other.example.com/', service_interface: 2 });
    expect(await servicesOf()).toEqual([{ base_url: 'https://other.example.com/', interface: 2, token }]);
  });
  it.each([
    [{ bot_type: 3 }, 'payload_url is not a URL'],
    [{ bot_type: 3, payload_url: 'ftp://example.com' }, 'payload_url is not a URL'],
    [{ bot_type: 3, payload_url: 'https://me:secret@example.com' }, 'payload_url is not a URL'],
    [{ bot_type: 3, payload_url: 'https://example.com', interface_type: 3 }, 'Invalid interface type'],
  ])('is refused with %j', async (params, msg) => {
    const name = world.fresh('never').replaceAll(' ', '-');
    const { status, body } = await member.call(createBot, { full_name: name, short_name: name, ...params });
    expect([status, body.msg]).toEqual([400, msg]);
  });
  it('is the only kind with a program', async () => {
    const bot = await newBot();
    const { body } = await member.call(updateBot, { bot_id: bot.user_id, service_payload_url: 'https://example.com' });
    expect(body.msg).toBe('The bot is not an outgoing webhook.');
  });
  it('calls a program of this machine only because the suite allows it, and says what the program answers', async () => {
    const server = createServer((_, response) => response.end('{"content":"from the program"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const bot = await newBot({ bot_type: 3, payload_url: `http://127.0.0.1:${port}/` });
    await member.ok(sendMessage, { type: 'direct', to: [bot.user_id], content: 'hello' });
    const page = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [{ operator: 'dm', operand: [bot.user_id] }] };
    const replied = await eventually(
      () => member.ok(getMessages, page),
      ({ messages }) => messages.length > 1,
    );
    expect(replied.messages.map(({ sender_id, content }) => [sender_id, content])).toEqual([
      [world.member.user_id, '<p>hello</p>'],
      [bot.user_id, '<p>from the program</p>'],
    ]);
    server.close();
  });
});

describe('bot storage', () => {
  it('can be written, read and removed', async () => {
    const bot = world.as(await newBot());
    await bot.ok(updateBotStorage, { storage: { counter: '7', mood: 'good' } });
    expect((await bot.ok(getBotStorage, { keys: ['counter'] })).storage).toEqual({ counter: '7' });
    await bot.ok(removeBotStorage, { keys: ['counter'] });
    expect((await bot.ok(getBotStorage, {})).storage).toEqual({ mood: 'good' });
  });
  it('refuses invalid requests', async () => {
    const bot = world.as(await newBot());
    const refusals = [
      await bot.call(getBotStorage, { keys: ['nothing'] }),
      await bot.call(removeBotStorage, { keys: ['nothing'] }),
      await bot.call(updateBotStorage, { storage: { a: 1 } }),
      await bot.call(updateBotStorage, { storage: { a: 'b\u0000c' } }),
      await bot.call(updateBotStorage, { storage: 'none' }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.msg])).toEqual([
      [400, 'Key does not exist.'],
      [400, 'Key does not exist.'],
      [400, 'storage["a"] is not a string'],
      [400, 'storage["a"] has invalid format'],
      [400, 'storage is not a dict'],
    ]);
    expect((await world.anybody().call(getBotStorage, {})).status).toBe(401);
  });
});

describe('a bot of an owner, or with the role owner', () => {
  const owner = world.as(world.owner);
  const administrator = world.as(world.administrator);
  /** A bot of this user, with this role. */
  async function botOf(person: { email: string; api_key: string }, role: number) {
    const name = world.fresh('bot').replaceAll(' ', '-');
    const { user_id, api_key } = await world.as(person).ok(createBot, { full_name: name, short_name: name });
    await owner.ok(updateBot, { bot_id: user_id, role });
    return { bot_id: user_id, api_key };
  }
  const everyWay = (bot_id: number) => [
    () => administrator.call(getBotApiKey, { bot_id }),
    () => administrator.call(regenerateBotApiKey, { bot_id }),
    () => administrator.call(updateBot, { bot_id, bot_owner_id: world.administrator.user_id }),
    () => administrator.call(updateBot, { bot_id, bot_owner_id: world.colleague.user_id }),
    () => administrator.call(updateUser, { user_id: String(bot_id), new_email: `${bot_id}@demo.example` }),
    () => administrator.call(deactivateBot, { bot_id }),
  ];

  it.each([
    ['of an owner', () => botOf(world.owner, 400)],
    ['with the role owner', () => botOf(world.member, 100)],
    ['of an owner, with the role owner', () => botOf(world.owner, 100)],
  ])('is not accessible to administrators: %s', async (_, make) => {
    const { bot_id, api_key } = await make();
    for (const way of everyWay(bot_id)) {
      const { status, body } = await way();
      expect([status, body.msg]).toEqual([400, 'Must be an organization owner']);
    }
    expect(await owner.ok(getBotApiKey, { bot_id })).toMatchObject({ api_key });
    await owner.ok(deactivateBot, { bot_id });
    const back = await administrator.call(reactivateUser, { user_id: bot_id });
    expect([back.status, back.body.msg]).toEqual([400, 'Must be an organization owner']);
    await owner.ok(reactivateUser, { user_id: bot_id });
    await owner.ok(deactivateBot, { bot_id });
  });
  it('can be listed, get a new key and be deactivated by its owner', async () => {
    const { bot_id, api_key } = await botOf(world.member, 100);
    expect(await member.ok(getBotApiKey, { bot_id })).toMatchObject({ api_key });
    await member.ok(regenerateBotApiKey, { bot_id });
    await member.ok(deactivateBot, { bot_id });
  });
  it('does not change what administrators may do with bots of others', async () => {
    const { bot_id, api_key } = await botOf(world.member, 200);
    expect(await administrator.ok(getBotApiKey, { bot_id })).toMatchObject({ api_key });
    await administrator.ok(updateBot, { bot_id, bot_owner_id: world.administrator.user_id });
    await administrator.ok(deactivateBot, { bot_id });
  });
});

describe('creating a bot is refused', () => {
  it.each([
    ['without a name', { full_name: undefined }, "Missing 'full_name' argument"],
    ['with a name that is too short', { full_name: 'x' }, 'Name too short!'],
    ['with an invalid short name', { short_name: ' ' }, 'Bad name or username'],
    ['with an unknown type', { bot_type: 9 }, 'Invalid bot type'],
    ['with a type that is not a number', { bot_type: 'webhook' }, 'bot_type is not an integer'],
    ['with an unknown channel', { default_sending_stream: 'nowhere at all' }, "Invalid channel name 'nowhere at all'"],
  ])('%s', async (_, change, msg) => {
    const answer = await member.call(createBot, { full_name: 'Refused', short_name: 'refused', ...change });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });
  it('for guests, bots and users of other organizations', async () => {
    const wanted = { full_name: 'Refused', short_name: 'refused' };
    const guest = await world.as(world.guest).call(createBot, wanted);
    expect([guest.status, guest.body.msg]).toEqual([400, 'Not allowed for guest users']);
    const bot = await world.as(world.bot).call(createBot, wanted);
    expect([bot.status, bot.body.msg]).toEqual([400, 'This endpoint does not accept bot requests.']);
    expect((await world.anybody().call(createBot, wanted)).status).toBe(401);
  });
});

describe('a bot of another user', () => {
  it('is refused, and an id that is no bot is unknown', async () => {
    const bot = await newBot();
    for (const [bot_id, msg] of [
      [bot.user_id, 'Insufficient permission'],
      [world.member.user_id, 'No such bot'],
      [world.stranger.user_id, 'No such bot'],
      [1_999_999_999, 'No such bot'],
    ] as const) {
      const answers = [
        await colleague.call(updateBot, { bot_id, full_name: 'Taken' }),
        await colleague.call(deactivateBot, { bot_id }),
        await colleague.call(getBotApiKey, { bot_id }),
        await colleague.call(regenerateBotApiKey, { bot_id }),
      ];
      expect(answers.map(({ status, body }) => [status, body.msg])).toEqual(Array(4).fill([400, msg]));
    }
  });
});
