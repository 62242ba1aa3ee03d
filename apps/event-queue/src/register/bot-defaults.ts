import { Injectable } from '@nestjs/common';
import { type Caller, type InputOf, ROLES } from '@parley/contracts';
import type { registerQueue } from '@parley/contracts/event-queue';
import { botsOf, Database } from '@parley/persistence';

type Params = InputOf<typeof registerQueue>;

/** Default event settings of bots (PATCH /bots), used for parameters that a bot leaves out. */
@Injectable()
export class BotDefaults {
  constructor(private readonly database: Database) {}

  /** Fills in a bot's defaults. The parameters of people are returned unchanged. */
  async fill({ organizationId, userId, isBot, role }: Caller, params: Params): Promise<Params> {
    if (!isBot) return params;
    const [bot] = await botsOf(this.database.direct, organizationId, { id: userId });
    if (bot === undefined) return params;
    const { defaultEventsRegisterChannel: channel, defaultAllPublicStreams } = bot;
    const isNarrow = params.narrow !== undefined && params.narrow.length > 0;
    return {
      ...params,
      all_public_streams: params.all_public_streams ?? (defaultAllPublicStreams && role !== ROLES.guest),
      ...(isNarrow || channel === null ? {} : { narrow: [['channel', channel] satisfies [string, string]] }),
    };
  }
}
