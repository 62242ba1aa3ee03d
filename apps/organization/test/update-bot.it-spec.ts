import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InputOf, ROLES } from '@parley/contracts';
import { deactivateBot, getBotApiKey, regenerateBotApiKey, updateBot } from '@parley/contracts/organization';
import { newestSeq } from '@parley/testing';
import { BotSuite } from './bot-suite.js';
import type { MadeAccount } from './organization-suite.js';

let bots: BotSuite;

beforeAll(async () => {
  bots = await BotSuite.open();
  await bots.channel('reports');
});
afterAll(() => bots.close());

const update = (who: MadeAccount, bot: { user_id: number }, changed: Omit<InputOf<typeof updateBot>, 'bot_id'>) =>
  bots.suite.stores.rpc.call(updateBot, { bot_id: bot.user_id, ...changed }, who.caller);
const eventsOf = (events: readonly { type: string; op?: unknown }[] | undefined) => events?.map(({ type, op }) => `${type} ${String(op)}`);

describe('the default channels of a bot', () => {
  it('are sent to its owner and administrators, and explain their state', async () => {
    const { suite, home, member, administrator, guest } = bots;
    const bot = await bots.make(member);
    const [forOwner, forAdministrator, forGuest] = await suite.explained(home, [member, administrator, guest], async () => {
      expect(await update(member, bot, { default_sending_stream: 'reports', default_all_public_streams: true })).toMatchObject({
        default_sending_stream: 'reports',
        default_events_register_stream: null,
        default_all_public_streams: true,
        bot_owner: member.email,
      });
    });
    const expected = { user_id: bot.user_id, default_sending_stream: 'reports', default_all_public_streams: true };
    expect(forOwner).toEqual([{ type: 'realm_bot', op: 'update', bot: expected, id: expect.any(Number) }]);
    expect(forAdministrator).toEqual(forOwner);
    expect(forGuest).toEqual([]);
  });
  it('are removed by the empty name', async () => {
    const bot = await bots.make(bots.member, { default_sending_stream: 'reports', default_events_register_stream: 'reports' });
    expect(await update(bots.member, bot, { default_sending_stream: '' })).toMatchObject({
      default_sending_stream: null,
      default_events_register_stream: 'reports',
    });
  });
  it('must be visible to the caller', async () => {
    const bot = await bots.make(bots.member);
    await expect(update(bots.member, bot, { default_sending_stream: 'nowhere' })).rejects.toMatchObject({
      msg: "Invalid channel name 'nowhere'",
    });
  });
});

describe('changing the owner of a bot', () => {
  it('moves it to the list of the new owner; administrators keep it; everyone receives the new owner', async () => {
    const { suite, home, member, other, administrator, guest } = bots;
    const bot = await bots.make(member, { default_sending_stream: 'reports' });
    const received = await suite.explained(home, [member, other, administrator, guest], () =>
      update(member, bot, { bot_owner_id: other.userId }),
    );
    expect(received.map(eventsOf)).toEqual([
      ['realm_bot delete', 'realm_user update'],
      ['realm_bot add', 'realm_user update'],
      ['realm_user update'],
      ['realm_user update'],
    ]);
    await expect(update(member, bot, { full_name: 'Not Mine' })).rejects.toMatchObject({ msg: 'Insufficient permission' });
  });
  it('works for administrators as old and new owners', async () => {
    const { suite, home, member, administrator } = bots;
    const bot = await bots.make(administrator);
    await suite.explained(home, [member, administrator], () => update(administrator, bot, { bot_owner_id: member.userId }));
    await suite.explained(home, [member, administrator], () => update(member, bot, { bot_owner_id: administrator.userId }));
  });
  it('is published, because callers contain the owner of a bot', async () => {
    const bot = await bots.make(bots.member);
    expect(await bots.suite.announced(() => update(bots.member, bot, { bot_owner_id: bots.other.userId }))).toEqual([bot.user_id]);
  });
  it.each([
    ['unknown user', () => 999_999_999, 'Failed to change owner, no such user'],
    ['an id that is too large', () => 99_999_999_999_999, 'Failed to change owner, no such user'],
    [
      'another organization',
      async () => (await bots.suite.account(await bots.suite.organization())).userId,
      'Failed to change owner, no such user',
    ],
    ['a bot', async () => (await bots.make(bots.other)).user_id, "Failed to change owner, bots can't own other bots"],
    ['a deactivated user', async () => (await gone()).userId, 'Failed to change owner, user is deactivated'],
  ])('cannot be %s', async (_, who, msg) => {
    const bot = await bots.make(bots.member);
    await expect(update(bots.member, bot, { bot_owner_id: await who() })).rejects.toMatchObject({ status: 400, msg });
  });
  it('is refused if the new owner has a bot of the same name', async () => {
    const bot = await bots.make(bots.member, { full_name: 'Same Name' });
    await bots.make(bots.other, { full_name: 'Same Name' });
    await expect(update(bots.member, bot, { bot_owner_id: bots.other.userId })).rejects.toMatchObject({ msg: 'Name is already in use!' });
  });
});

describe('changing name and role of a bot', () => {
  it('the owner may change the name, and everyone receives it', async () => {
    const bot = await bots.make(bots.member);
    const [events] = await bots.suite.explained(bots.home, [bots.guest], async () => {
      expect(await update(bots.member, bot, { full_name: 'Another Name' })).toMatchObject({ full_name: 'Another Name' });
    });
    expect(eventsOf(events)).toEqual(['realm_user update']);
  });
  it('administrators may change the role, and owners that of an owner', async () => {
    const bot = await bots.make(bots.member);
    await expect(update(bots.member, bot, { role: ROLES.administrator })).rejects.toMatchObject({
      msg: 'Must be an organization administrator',
    });
    await expect(update(bots.administrator, bot, { role: ROLES.owner })).rejects.toMatchObject({ msg: 'Must be an organization owner' });
    await update(bots.administrator, bot, { role: ROLES.guest });
    const row = await bots.suite.stores.database.client.userAccount.findUniqueOrThrow({ where: { id: bot.user_id } });
    expect(row.role).toBe(ROLES.guest);
  });
  it('nothing changes if a part is refused', async () => {
    const bot = await bots.make(bots.member, { full_name: 'As It Was' });
    const seq = await newestSeq(bots.suite.stores.database, bots.home.id);
    await expect(update(bots.member, bot, { full_name: 'Changed', bot_owner_id: 999_999_999 })).rejects.toThrow();
    expect(await newestSeq(bots.suite.stores.database, bots.home.id)).toBe(seq);
  });
});

describe('the key of a bot', () => {
  it('can be read and replaced by its owner and administrators', async () => {
    const { suite, member, administrator } = bots;
    const bot = await bots.make(member, { short_name: 'keyed' });
    for (const who of [member, administrator]) {
      expect(await suite.stores.rpc.call(getBotApiKey, { bot_id: bot.user_id }, who.caller)).toEqual({ api_key: bot.api_key });
    }
    const { api_key } = await suite.stores.rpc.call(regenerateBotApiKey, { bot_id: bot.user_id }, member.caller);
    expect(api_key).not.toBe(bot.api_key);
    const email = `keyed-bot@${bots.home.host.replace(/:\d+$/, '')}`;
    await expect(bots.opens(email, bot.api_key)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    await expect(bots.opens(email, api_key)).resolves.toMatchObject({ userId: bot.user_id });
  });
});

describe('deactivating a bot', () => {
  it('removes it from the lists, ends its queues and refuses its key', async () => {
    const { suite, home, member, administrator, guest } = bots;
    const bot = await bots.make(member, { short_name: 'ending' });
    const [forOwner] = await suite.explained(home, [member, administrator, guest], () =>
      suite.stores.rpc.call(deactivateBot, { bot_id: bot.user_id }, member.caller),
    );
    expect(eventsOf(forOwner)).toContain('realm_bot delete');
    await expect(bots.opens(`ending-bot@${home.host.replace(/:\d+$/, '')}`, bot.api_key)).rejects.toMatchObject({
      code: 'USER_DEACTIVATED',
    });
  });
  it('later changes are not sent to lists of bots', async () => {
    const { suite, home, member, other } = bots;
    const bot = await bots.make(member);
    await suite.stores.rpc.call(deactivateBot, { bot_id: bot.user_id }, member.caller);
    const received = await suite.explained(home, [member, other], () =>
      update(member, bot, { default_sending_stream: 'reports', bot_owner_id: other.userId }),
    );
    expect(received.map(eventsOf)).toEqual([['realm_user update'], ['realm_user update']]);
  });
});

describe('a bot of another user', () => {
  const everyCall = (who: MadeAccount, bot_id: number) => [
    bots.suite.stores.rpc.call(updateBot, { bot_id, full_name: 'Taken' }, who.caller),
    bots.suite.stores.rpc.call(deactivateBot, { bot_id }, who.caller),
    bots.suite.stores.rpc.call(getBotApiKey, { bot_id }, who.caller),
    bots.suite.stores.rpc.call(regenerateBotApiKey, { bot_id }, who.caller),
  ];
  const msgsOf = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((outcome) => (outcome.status === 'rejected' ? outcome.reason.msg : 'done'));

  it('may not be changed', async () => {
    const bot = await bots.make(bots.member);
    expect(await msgsOf(everyCall(bots.other, bot.user_id))).toEqual(Array(4).fill('Insufficient permission'));
  });
  it('people, system bots, unknown ids and bots of other organizations are no bots', async () => {
    const system = await bots.suite.stores.database.client.userAccount.findFirstOrThrow({
      where: { organizationId: bots.home.id, isSystemBot: true },
    });
    const elsewhere = await bots.suite.organization();
    const stranger = await bots.suite.account(elsewhere);
    const theirs = await bots.suite.account(elsewhere, { botOwnerId: stranger.userId });
    for (const id of [bots.other.userId, system.id, theirs.userId, 999_999_999, 99_999_999_999_999]) {
      expect(await msgsOf(everyCall(bots.owner, id))).toEqual(Array(4).fill('No such bot'));
    }
  });
});

async function gone(): Promise<MadeAccount> {
  const person = await bots.suite.account(bots.home);
  await bots.suite.stores.database.client.userAccount.update({ where: { id: person.userId }, data: { isActive: false } });
  return person;
}
