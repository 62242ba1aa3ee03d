import type { BotDefaults } from '@parley/contracts';
import { type BotRecord, botsOf, type Reader } from '@parley/persistence';

/** Where a bot sends and listens when it does not say, as clients read it. */
export function toBotDefaults(bot: BotRecord): BotDefaults {
  return {
    default_sending_stream: bot.defaultSendingChannel,
    default_events_register_stream: bot.defaultEventsRegisterChannel,
    default_all_public_streams: bot.defaultAllPublicStreams,
  };
}

/** Of one bot, deactivated or not. */
export async function botDefaultsOf(reader: Reader, organizationId: number, botId: number): Promise<BotDefaults> {
  const [bot] = await botsOf(reader, organizationId, { id: botId });
  if (bot === undefined) throw new Error(`bot ${botId} does not exist`);
  return toBotDefaults(bot);
}
