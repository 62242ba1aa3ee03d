import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InputOf, SYSTEM_VISITOR } from '@parley/contracts';
import { readBotConfig, updateBot } from '@parley/contracts/organization';
import { BotSuite } from './bot-suite.js';

let bots: BotSuite;
beforeAll(async () => {
  bots = await BotSuite.open();
});
afterAll(() => bots.close());

const read = async (botId: number, organizationId = bots.home.id) =>
  (await bots.suite.stores.rpc.call(readBotConfig, { organizationId, botId }, SYSTEM_VISITOR)).config;
const update = (bot_id: number, params: Partial<InputOf<typeof updateBot>>, who = bots.member) =>
  bots.suite.stores.rpc.call(updateBot, { bot_id, ...params }, who.caller);

describe('what an owner sets for a bot', () => {
  it('is set when the bot is created, changed, and removed by an empty text', async () => {
    const { user_id } = await bots.make(bots.member, { bot_type: 2, service_name: 'github', config_data: { webhook_secret: 'first' } });
    expect(await read(user_id)).toEqual({ webhook_secret: 'first' });
    await update(user_id, { config_data: { webhook_secret: 'second', client_secret: 'third' } });
    expect(await read(user_id)).toEqual({ webhook_secret: 'second', client_secret: 'third' });
    const answer = await update(user_id, { config_data: { webhook_secret: '' } });
    expect(await read(user_id)).toEqual({ client_secret: 'third' });
    expect(JSON.stringify(answer)).not.toContain('third');
  });

  it('is not changed by others, or by other changes', async () => {
    const { user_id } = await bots.make(bots.member, { bot_type: 2, config_data: { webhook_secret: 'mine' } });
    await expect(update(user_id, { config_data: { webhook_secret: 'theirs' } }, bots.other)).rejects.toMatchObject({
      msg: 'Insufficient permission',
    });
    await expect(update(user_id, { config_data: { unknown: 'x' } })).rejects.toMatchObject({
      msg: 'Unknown configuration parameter: unknown',
    });
    await update(user_id, { full_name: 'Renamed bot' });
    expect(await read(user_id)).toEqual({ webhook_secret: 'mine' });
  });

  it('belongs to its organization', async () => {
    const { user_id } = await bots.make(bots.member, { bot_type: 2, config_data: { webhook_secret: 'mine' } });
    expect(await read(user_id, bots.home.id + 1_000)).toEqual({});
    expect(await read(bots.member.userId)).toEqual({});
  });

  it('is in no event, and in the audit log without its value', async () => {
    const { suite, home, member, administrator } = bots;
    let botId = 0;
    const seen = await suite.explained(home, [member, administrator], async () => {
      const { user_id } = await bots.make(member, { bot_type: 2, config_data: { webhook_secret: 'told to nobody' } });
      botId = user_id;
      await update(user_id, { config_data: { webhook_secret: 'told to nobody else' } });
    });
    const entries = await suite.stores.database.client.$queryRaw<{ kind: string; changes: unknown }[]>`
      SELECT kind, changes FROM audit_log WHERE organization_id = ${home.id} AND subject = ${String(botId)} AND kind LIKE 'bot_config.%' ORDER BY id`;
    expect(entries.map(({ kind }) => kind)).toEqual(['bot_config.created', 'bot_config.changed']);
    expect(JSON.stringify([seen, entries])).not.toContain('told to nobody');
  });
});
