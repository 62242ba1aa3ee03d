import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  createBot,
  deactivateBot,
  getBotApiKey,
  listBots,
  readBotConfig,
  regenerateBotApiKey,
  updateBot,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { BotConfigs } from './bot-configs.js';
import { CreateBot } from './create-bot.js';
import { DeactivateBot } from './deactivate-bot.js';
import { GetBotApiKey } from './get-bot-api-key.js';
import { ListBots } from './list-bots.js';
import { RegenerateBotApiKey } from './regenerate-bot-api-key.js';
import { UpdateBot } from './update-bot.js';

@Controller()
export class BotsController {
  constructor(
    private readonly list: ListBots,
    private readonly creation: CreateBot,
    private readonly change: UpdateBot,
    private readonly deactivation: DeactivateBot,
    private readonly key: GetBotApiKey,
    private readonly newKey: RegenerateBotApiKey,
    private readonly configs: BotConfigs,
  ) {}

  @Serves(listBots)
  listBots(call: CallOf<typeof listBots>) {
    return this.list.execute(call);
  }

  @Serves(createBot)
  createBot(call: CallOf<typeof createBot>) {
    return this.creation.execute(call);
  }

  @Serves(updateBot)
  updateBot(call: CallOf<typeof updateBot>) {
    return this.change.execute(call);
  }

  @Serves(deactivateBot)
  deactivateBot(call: CallOf<typeof deactivateBot>) {
    return this.deactivation.execute(call);
  }

  @Serves(getBotApiKey)
  getBotApiKey(call: CallOf<typeof getBotApiKey>) {
    return this.key.execute(call);
  }

  @Serves(readBotConfig)
  readBotConfig({ params }: CallOf<typeof readBotConfig>) {
    return this.configs.read(params);
  }

  @Serves(regenerateBotApiKey)
  regenerateBotApiKey(call: CallOf<typeof regenerateBotApiKey>) {
    return this.newKey.execute(call);
  }
}
