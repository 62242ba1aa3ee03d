import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { getBotStorage, removeBotStorage, updateBotStorage } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { GetBotStorage } from './get-bot-storage.js';
import { RemoveBotStorage } from './remove-bot-storage.js';
import { UpdateBotStorage } from './update-bot-storage.js';

@Controller()
export class BotStorageController {
  constructor(
    private readonly reading: GetBotStorage,
    private readonly change: UpdateBotStorage,
    private readonly removal: RemoveBotStorage,
  ) {}

  @Serves(getBotStorage)
  getBotStorage(call: CallOf<typeof getBotStorage>) {
    return this.reading.execute(call);
  }

  @Serves(updateBotStorage)
  updateBotStorage(call: CallOf<typeof updateBotStorage>) {
    return this.change.execute(call);
  }

  @Serves(removeBotStorage)
  removeBotStorage(call: CallOf<typeof removeBotStorage>) {
    return this.removal.execute(call);
  }
}
