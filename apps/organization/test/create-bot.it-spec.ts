import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { BOT_TYPES, getUser, listBots, updateBot } from '@parley/contracts/organization';
import { BotSuite } from './bot-suite.js';

let bots: BotSuite;

beforeAll(async () => {
  bots = await BotSuite.open();
});
afterAll(() => bots.close());

const domain = () => bots.home.host.replace(/:\d+$/, '');

describe('a new bot', () => {
  it('belongs to its creator and has a key; everyone receives it, but only users who may see its defaults receive these', async () => {
    const { suite, home, member, administrator, guest } = bots;
    await bots.channel('reports');
    await bots.channel('news');
    let created: Awaited<ReturnType<BotSuite['make']>> | undefined;
    const [forMember, , forGuest] = await suite.explained(home, [member, administrator, guest], async () => {
      created = await bots.make(member, {
        short_name: ' weather ',
        full_name: 'Weather',
        default_sending_stream: 'reports',
        default_events_register_stream: 'news',
        default_all_public_streams: true,
      });
    });
    expect(created).toEqual({
      user_id: expect.any(Number),
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      avatar_url: expect.stringMatching(/^https:/),
      default_sending_stream: 'reports',
      default_events_register_stream: 'news',
      default_all_public_streams: true,
    });
    const expected = { user_id: created?.user_id, default_sending_stream: 'reports', default_all_public_streams: true };
    expect(forMember).toContainEqual(expect.objectContaining({ type: 'realm_bot', op: 'add', bot: expect.objectContaining(expected) }));
    expect(JSON.stringify(forGuest)).not.toContain('reports');
    await expect(bots.opens(`weather-bot@${domain()}`, created?.api_key ?? '')).resolves.toMatchObject({
      userId: created?.user_id,
      isBot: true,
      botOwnerId: member.userId,
      role: ROLES.member,
    });
    const shown = { user_id: String(created?.user_id), client_gravatar: false, include_custom_profile_fields: false };
    const { user } = await suite.stores.rpc.call(getUser, shown, guest.caller);
    expect(user).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: member.userId, email: `weather-bot@${domain()}` });
  });
  it('has a public address, whatever the default visibility of the organization is', async () => {
    const { client } = bots.suite.stores.database;
    await client.organizationUserDefaults.create({ data: { organizationId: bots.home.id, values: { email_address_visibility: 4 } } });
    const { user_id } = await bots.make(bots.member, { short_name: 'plain' });
    await client.organizationUserDefaults.delete({ where: { organizationId: bots.home.id } });
    const row = await client.userAccount.findUniqueOrThrow({ where: { id: user_id } });
    expect(row).toMatchObject({ apiEmail: `plain-bot@${domain()}`, emailAddressVisibility: 1 });
  });
  it('with a program tells its owner and administrators what it calls, and the events explain it', async () => {
    const { suite, home, member, administrator, other } = bots;
    let userId = 0;
    const [forMember, , forOther] = await suite.explained(home, [member, administrator, other], async () => {
      const made = await bots.make(member, { bot_type: BOT_TYPES.outgoingWebhook, payload_url: 'https://bot.example.com/a' });
      userId = made.user_id;
      await suite.stores.rpc.call(updateBot, { bot_id: userId, service_interface: 2 }, member.caller);
    });
    const service = { base_url: 'https://bot.example.com/a', token: expect.stringMatching(/^\w{32}$/) };
    expect(forMember?.filter(({ type }) => type === 'realm_bot')).toMatchObject([
      { op: 'add', bot: { user_id: userId, services: [{ ...service, interface: 1 }] } },
      { op: 'update', bot: { user_id: userId, services: [{ ...service, interface: 2 }] } },
    ]);
    expect(JSON.stringify(forOther)).not.toContain('bot.example.com');
  });
  it('of the type that only sends is recognized as such', async () => {
    const { user_id, api_key } = await bots.make(bots.member, { short_name: 'hook', bot_type: BOT_TYPES.incomingWebhook });
    const row = await bots.suite.stores.database.client.userAccount.findUniqueOrThrow({ where: { id: user_id } });
    expect(row.botType).toBe(2);
    await expect(bots.opens(row.apiEmail, api_key)).resolves.toMatchObject({ isIncomingWebhook: true });
  });
});

describe('a bot that cannot be created', () => {
  it.each([
    ['its short name is blank', { short_name: '  ' }, 'Bad name or username'],
    ['its short name is invalid in an address', { short_name: 'a b' }, 'Bad name or username'],
    ['its short name contains a null byte', { short_name: 'a\u0000b' }, 'Bad name or username'],
    ['its short name is a system bot’s', { short_name: 'notification' }, 'Username already in use'],
    ['its name is too short', { full_name: 'B' }, 'Name too short!'],
    ['its name has forbidden characters', { full_name: 'B*t' }, 'Invalid characters in name!'],
    ['its type is not offered', { bot_type: 4 }, 'Invalid bot type'],
    ['its program has no address', { bot_type: 3 }, 'payload_url is not a URL'],
    ['its type is unknown', { bot_type: -1 }, 'Invalid bot type'],
    ['its channel is unknown', { default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
    ['its other channel is unknown', { default_events_register_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
  ])('because %s', async (_, params, msg) => {
    const before = await bots.suite.stores.database.client.userAccount.count();
    await expect(bots.make(bots.member, params)).rejects.toMatchObject({ status: 400, msg });
    expect(await bots.suite.stores.database.client.userAccount.count()).toBe(before);
  });
  it('because its owner has a bot of that name, in any case; another owner may use the name', async () => {
    await bots.make(bots.member, { full_name: 'Twin' });
    await expect(bots.make(bots.member, { full_name: 'TWIN' })).rejects.toMatchObject({ msg: 'Name is already in use!' });
    await bots.make(bots.other, { full_name: 'Twin' });
  });
  it('because the creator only has the permission for bots of another type', async () => {
    const { client } = bots.suite.stores.database;
    const groups = await client.userGroup.findMany({ where: { organizationId: bots.home.id, isSystemGroup: true } });
    const idOf = (name: string) => groups.find((group) => group.name === name)?.id ?? 0;
    const settings = { can_create_bots_group: idOf('role:administrators') };
    await client.organization.update({ where: { id: bots.home.id }, data: { settings } });
    await expect(bots.make(bots.member)).rejects.toMatchObject({ msg: 'Insufficient permission' });
    await bots.make(bots.member, { bot_type: BOT_TYPES.incomingWebhook });
    await bots.make(bots.administrator);
    const none = { ...settings, can_create_write_only_bots_group: idOf('role:nobody') };
    await client.organization.update({ where: { id: bots.home.id }, data: { settings: none } });
    await expect(bots.make(bots.member, { bot_type: BOT_TYPES.incomingWebhook })).rejects.toMatchObject({ msg: 'Insufficient permission' });
    await client.organization.update({ where: { id: bots.home.id }, data: { settings: {} } });
  });
  it('with concurrent requests only one succeeds', async () => {
    const outcomes = await Promise.allSettled([1, 2].map(() => bots.make(bots.member, { short_name: 'once', full_name: 'Once' })));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('GET /bots', () => {
  it('lists the caller’s own active bots with their keys', async () => {
    const { suite, home } = bots;
    const maker = await suite.account(home);
    const list = () => suite.stores.rpc.call(listBots, {}, maker.caller);
    expect(await list()).toEqual({ bots: [] });
    const created = await bots.make(maker, { full_name: 'Listed', short_name: 'listed' });
    const { user_id: _, ...rest } = created;
    expect(await list()).toEqual({ bots: [{ username: `listed-bot@${domain()}`, full_name: 'Listed', ...rest }] });
    await suite.stores.database.client.userAccount.update({ where: { id: created.user_id }, data: { isActive: false } });
    expect(await list()).toEqual({ bots: [] });
  });
});
