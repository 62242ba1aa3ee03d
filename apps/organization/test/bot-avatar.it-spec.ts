import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InputOf, UploadedFile } from '@parley/contracts';
import { type createBot, getUser, listBots, updateBot } from '@parley/contracts/organization';
import { newestSeq } from '@parley/testing';
import { BotSuite } from './bot-suite.js';
import type { MadeAccount } from './organization-suite.js';
import { incomingFile, pictureAt, pictureFiles } from './picture-files.js';

let bots: BotSuite;

beforeAll(async () => {
  bots = await BotSuite.open();
});
afterAll(() => bots.close());

const file = async (bytes?: Buffer) => incomingFile(bots.suite.stores.storage, bytes ?? (await pictureFiles.png(60, 90)));
const made = async (params: Partial<InputOf<typeof createBot>> = {}) => bots.make(bots.member, { file: await file(), ...params });
const update = (who: MadeAccount, botId: number, changed: Omit<InputOf<typeof updateBot>, 'bot_id'>) =>
  bots.suite.stores.rpc.call(updateBot, { bot_id: botId, ...changed }, who.caller);
const at = (url: string) => pictureAt(bots.suite.stores.storage, url);
const medium = (url: string) => url.replace('.png', '-medium.png');
const isKept = async ({ key }: UploadedFile) => (await bots.suite.stores.storage.size(key)) !== undefined;
const shownTo = async (who: MadeAccount, botId: number) => {
  const asked = { user_id: String(botId), client_gravatar: true, include_custom_profile_fields: false };
  return (await bots.suite.stores.rpc.call(getUser, asked, who.caller)).user;
};

describe('the avatar of a bot', () => {
  it('can be uploaded with its creation, and everyone gets it with the bot', async () => {
    const { suite, home, member, guest } = bots;
    let bot = { user_id: 0, avatar_url: '' };
    const [, forGuest] = await suite.explained(home, [member, guest], async () => {
      bot = await made();
    });
    expect(bot.avatar_url).toMatch(new RegExp(`^/user_avatars/${home.id}/${bot.user_id}-\\d+\\.png$`));
    expect(await at(bot.avatar_url)).toMatchObject({ format: 'png', width: 100, height: 100 });
    expect(await at(medium(bot.avatar_url))).toMatchObject({ format: 'png', width: 500, height: 500 });
    const person = expect.objectContaining({ user_id: bot.user_id, avatar_url: bot.avatar_url, avatar_version: expect.any(Number) });
    expect(forGuest).toContainEqual(expect.objectContaining({ type: 'realm_user', op: 'add', person }));
    expect(await shownTo(guest, bot.user_id)).toMatchObject({ avatar_url: bot.avatar_url });
    const { bots: listed } = await suite.stores.rpc.call(listBots, {}, member.caller);
    expect(listed.map(({ avatar_url }) => avatar_url)).toContain(bot.avatar_url);
  });

  it('can be replaced by its owner and by administrators, and the old images are deleted', async () => {
    const { suite, home, member, administrator, guest } = bots;
    const bot = await made();
    let before = bot.avatar_url;
    for (const who of [member, administrator]) {
      const given = await file(await pictureFiles.jpeg());
      let after = '';
      const [forGuest] = await suite.explained(home, [guest, member], async () => {
        after = (await update(who, bot.user_id, { file: given, full_name: `Painted ${who.userId}` })).avatar_url;
      });
      expect(forGuest).toContainEqual(
        expect.objectContaining({
          type: 'realm_user',
          op: 'update',
          person: expect.objectContaining({ user_id: bot.user_id, avatar_url: after, avatar_source: 'U' }),
        }),
      );
      expect([await at(before), await at(medium(before)), await isKept(given)]).toEqual([undefined, undefined, false]);
      expect(await at(after)).toMatchObject({ width: 100 });
      before = after;
    }
  });

  it('stays if another part of the change is refused, and its new images are deleted', async () => {
    const { suite, home, member } = bots;
    const bot = await made();
    const [given, seq] = [await file(), await newestSeq(suite.stores.database, home.id)];
    const images = async () => (await readdir(join(suite.stores.env.STORAGE_DIRECTORY ?? '', 'user_avatars', String(home.id)))).sort();
    const before = await images();
    await expect(update(member, bot.user_id, { file: given, bot_owner_id: 999_999_999 })).rejects.toMatchObject({ status: 400 });
    await expect(bots.make(member, { file: given, short_name: bot.user_id.toString(), full_name: '' })).rejects.toThrow();
    expect([await images(), await newestSeq(suite.stores.database, home.id)]).toEqual([before, seq]);
    expect((await shownTo(member, bot.user_id)).avatar_url).toBe(bot.avatar_url);
  });

  it('is refused if it is no image, and no bot is created', async () => {
    const noPicture = () => file(Buffer.from('no picture'));
    const people = () => bots.suite.stores.database.client.userAccount.count();
    const before = await people();
    await expect(made({ file: await noPicture() })).rejects.toMatchObject({ status: 400, code: 'BAD_IMAGE' });
    expect(await people()).toBe(before);
    const bot = await made();
    await expect(update(bots.member, bot.user_id, { file: await noPicture(), full_name: 'Not Renamed' })).rejects.toMatchObject({
      code: 'BAD_IMAGE',
    });
    expect(await shownTo(bots.member, bot.user_id)).toMatchObject({ avatar_url: bot.avatar_url, full_name: expect.stringMatching(/^Bot/) });
  });

  it('is refused without permission, and for bots of other organizations, before the image is read', async () => {
    const [bot, given] = [await made(), await file(Buffer.from('no picture'))];
    const stranger = await bots.suite.account(await bots.suite.organization());
    await expect(update(bots.other, bot.user_id, { file: given })).rejects.toMatchObject({ msg: 'Insufficient permission' });
    for (const botId of [bot.user_id, 999_999_999]) {
      await expect(update(stranger, botId, { file: given })).rejects.toMatchObject({ msg: 'No such bot' });
    }
  });
});
