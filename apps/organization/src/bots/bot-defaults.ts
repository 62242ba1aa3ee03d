import type { BotDefaults } from '@parley/contracts/organization';
import { type BotRecord, botsOf, type SqlReader } from '@parley/persistence';

/** A bot's default channels in wire format. */
export function toBotDefaults(bot: BotRecord): BotDefaults {
  return {
    default_sending_stream: bot.defaultSendingChannel,
    default_events_register_stream: bot.defaultEventsRegisterChannel,
    default_all_public_streams: bot.defaultAllPublicStreams,
  };
}

/** Of an active or deactivated bot. */
export async function botDefaultsOf(reader: SqlReader, organizationId: number, botId: number): Promise<BotDefaults> {
  const [bot] = await botsOf(reader, organizationId, { id: botId });
  if (bot === undefined) throw new Error(`bot ${botId} does not exist`);
  return toBotDefaults(bot);
}
