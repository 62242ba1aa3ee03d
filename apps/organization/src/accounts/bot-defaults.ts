import { buildBotObject } from '@parley/client-events';
import type { BotDefaults, BotObject } from '@parley/contracts/organization';
import { type BotRecord, botsOf, type SqlReader } from '@parley/persistence';

/** A bot's default channels in wire format. */
export function toBotDefaults(bot: BotRecord): BotDefaults {
  return {
    default_sending_stream: bot.defaultSendingChannel,
    default_events_register_stream: bot.defaultEventsRegisterChannel,
    default_all_public_streams: bot.defaultAllPublicStreams,
  };
}

export function toBotObject(bot: BotRecord): BotObject {
  return buildBotObject(bot.id, toBotDefaults(bot), bot.service === null ? [] : [bot.service]);
}

/** Of an active or deactivated bot. */
export async function botDefaultsOf(reader: SqlReader, organizationId: number, botId: number): Promise<BotDefaults> {
  return toBotDefaults(await botRecordOf(reader, organizationId, botId));
}

/** Of an active or deactivated bot. */
export async function botObjectOf(reader: SqlReader, organizationId: number, botId: number): Promise<BotObject> {
  return toBotObject(await botRecordOf(reader, organizationId, botId));
}

async function botRecordOf(reader: SqlReader, organizationId: number, botId: number): Promise<BotRecord> {
  const [bot] = await botsOf(reader, organizationId, { id: botId });
  if (bot === undefined) throw new Error(`bot ${botId} does not exist`);
  return bot;
}
