import { afterAll, describe, expect, it } from '@jest/globals';
import { subscribe } from '@parley/contracts/channels';
import { sendMessage } from '@parley/contracts/messaging';
import {
  createBot,
  deactivateBot,
  deactivateUser,
  getBotApiKey,
  getMe,
  getUser,
  listBots,
  regenerateBotApiKey,
  updateBot,
  updateOrganization,
  updateUser,
} from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { AttackTable } from './attacks.js';

/** Users try to act as others, or to read what they may not. Every attempt is refused and changes nothing. */
const world = new World();
const table = new AttackTable();
const owner = world.as(world.owner);
const administrator = world.as(world.administrator);
const member = world.as(world.member);
afterAll(() => {
  table.print();
  closeConnections();
});

async function newBot(actor = owner) {
  const name = world.fresh('bot').replaceAll(' ', '-');
  const made = await actor.ok(createBot, { full_name: name, short_name: name });
  const { bots } = await actor.ok(listBots, {});
  const email = bots.find(({ api_key }) => api_key === made.api_key)?.username ?? '';
  return { ...made, email };
}

describe('an administrator', () => {
  it("cannot act as an owner's bot", async () => {
    const { user_id: bot_id, api_key, email } = await newBot();
    const attempts = [
      () => administrator.call(getBotApiKey, { bot_id }),
      () => administrator.call(regenerateBotApiKey, { bot_id }),
      () => administrator.call(updateBot, { bot_id, bot_owner_id: world.administrator.user_id }),
      () => administrator.call(deactivateBot, { bot_id }),
    ];
    for (const attempt of attempts) expect(table.note("administrator against an owner's bot", (await attempt()).status === 400)).toBe(true);
    expect((await world.as({ email, api_key }).ok(getMe, {})).user_id).toBe(bot_id);
  });

  it('cannot become, appoint, demote or deactivate an owner', async () => {
    const attempts = [
      () => administrator.call(updateUser, { user_id: world.administrator.user_id, role: 100 }),
      () => administrator.call(updateUser, { user_id: world.member.user_id, role: 100 }),
      () => administrator.call(updateUser, { user_id: world.owner.user_id, role: 400 }),
      () => administrator.call(deactivateUser, { user_id: world.owner.user_id }),
      () => administrator.call(updateOrganization, { can_manage_all_groups: { new: 1 } }),
      () => administrator.call(updateOrganization, { owner_full_content_access: true }),
    ];
    for (const attempt of attempts) expect(table.note('administrator against owners', (await attempt()).status === 400)).toBe(true);
  });
});

describe('a member', () => {
  it('cannot use the key of a bot that they handed over, and so cannot write to private channels of its new owner', async () => {
    const bot = await newBot(member);
    const hidden = await world.channel([world.colleague], { invite_only: true });
    const given = await member.call(updateBot, { bot_id: bot.user_id, bot_owner_id: world.colleague.user_id });
    expect(given.status).toBe(200);
    const answer = await world.as(bot).call(sendMessage, { type: 'channel', to: hidden.id, topic: 't', content: 'hello' });
    expect(table.note('bot that was given away', answer.status === 401)).toBe(true);
  });

  it('receives the same answers for users and channels of another organization as for unknown ones', async () => {
    const theirs = world.stranger;
    const pairs = [
      [await member.call(getUser, { user_id: theirs.email }), await member.call(getUser, { user_id: 'absent@nowhere.example' })],
      [
        await member.call(sendMessage, { type: 'direct', to: [theirs.user_id], content: 'x' }),
        await member.call(sendMessage, { type: 'direct', to: [1_999_999_999], content: 'x' }),
      ],
      [
        await member.call(subscribe, { subscriptions: [{ name: world.fresh('c') }], principals: [theirs.user_id] }),
        await member.call(subscribe, { subscriptions: [{ name: world.fresh('c') }], principals: [1_999_999_999] }),
      ],
    ] as const;
    for (const [foreign, absent] of pairs) {
      const [actual, expected] = [foreign, absent].map(({ status, body }) => [status, body.code, body.msg.replaceAll(/\d+|\S+@\S+/g, '_')]);
      expect(actual).toEqual(expected);
      table.note('ids of another organization', foreign.status === absent.status);
    }
  });
});

it('all attacks were repelled', () => {
  expect(table.fallen()).toEqual([]);
});
