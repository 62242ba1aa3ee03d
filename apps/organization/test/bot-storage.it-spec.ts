import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BOT_STORAGE_LIMITS, getBotStorage, removeBotStorage, updateBotStorage } from '@parley/contracts/organization';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let member: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  home = await suite.organization();
  member = await suite.account(home);
});
afterAll(() => suite.close());

const newBot = () => suite.account(home, { botOwnerId: member.userId });
const put = (who: MadeAccount, storage: Record<string, string>) => suite.stores.rpc.call(updateBotStorage, { storage }, who.caller);
const get = async (who: MadeAccount, keys?: string[]) =>
  (await suite.stores.rpc.call(getBotStorage, keys === undefined ? {} : { keys }, who.caller)).storage;
const remove = (who: MadeAccount, keys?: string[]) =>
  suite.stores.rpc.call(removeBotStorage, keys === undefined ? {} : { keys }, who.caller);

describe('bot storage', () => {
  it('stores, replaces and returns entries by key, separately for each bot', async () => {
    const [bot, other] = [await newBot(), await newBot()];
    await put(bot, { counter: '1', mood: 'good' });
    await put(bot, { counter: '2', '': 'an empty key' });
    expect(await get(bot)).toEqual({ counter: '2', mood: 'good', '': 'an empty key' });
    expect(await get(bot, ['mood'])).toEqual({ mood: 'good' });
    expect(await get(bot, [])).toEqual({});
    expect(await get(other)).toEqual({});
  });
  it('can be removed in part or completely', async () => {
    const bot = await newBot();
    await put(bot, { a: '1', b: '2', c: '3' });
    await remove(bot, ['b']);
    expect(await get(bot)).toEqual({ a: '1', c: '3' });
    await remove(bot);
    expect(await get(bot)).toEqual({});
  });
  it('refuses an unknown key, and then removes nothing', async () => {
    const bot = await newBot();
    await put(bot, { a: '1' });
    await expect(get(bot, ['a', 'b'])).rejects.toMatchObject({ status: 400, msg: 'Key does not exist.' });
    await expect(remove(bot, ['a', 'b'])).rejects.toMatchObject({ status: 400, msg: 'Key does not exist.' });
    expect(await get(bot)).toEqual({ a: '1' });
  });
  it('has a size limit, which ignores the values that are replaced', async () => {
    const bot = await newBot();
    const most = 'x'.repeat(600_000);
    const keys = Array.from({ length: 16 }, (_, n) => `k${String(n).padStart(2, '0')}`);
    for (const key of keys) await put(bot, { [key]: most });
    const left = BOT_STORAGE_LIMITS.total - 16 * 600_003;
    await put(bot, { z: 'y'.repeat(left - 1) });
    await put(bot, { z: 'z'.repeat(left - 1) });
    await expect(put(bot, { one: '' })).rejects.toMatchObject({
      status: 400,
      msg: 'Request exceeds storage limit by 3 characters. The limit is 10000000 characters.',
    });
  });
  it('works for people, each with their own storage', async () => {
    const bot = await newBot();
    await put(bot, { a: 'of the bot' });
    await put(member, { a: '1' });
    expect(await get(member)).toEqual({ a: '1' });
    expect(await get(bot)).toEqual({ a: 'of the bot' });
    await remove(member);
    expect(await get(member)).toEqual({});
  });
});
