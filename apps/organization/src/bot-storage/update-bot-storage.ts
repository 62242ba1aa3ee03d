import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf } from '@parley/contracts';
import { BOT_STORAGE_LIMITS, type updateBotStorage } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { BotStorageRepository } from './bot-storage.repository.js';

/** Stores entries of the bot, within the size limit. No event is logged, because only the bot reads its storage. */
@Injectable()
export class UpdateBotStorage {
  constructor(
    private readonly database: Database,
    private readonly storage: BotStorageRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof updateBotStorage>): Promise<Record<string, never>> {
    const { organizationId, userId: botId } = caller;
    const entries = Object.entries(params.storage);
    const keys = entries.map(([key]) => key);
    await this.database.transaction(async (tx) => {
      await this.storage.lock(tx, organizationId, botId);
      const others = await this.storage.sizeExcept(tx, organizationId, botId, keys);
      const size = entries.reduce((sum, [key, value]) => sum + [...key].length + [...value].length, others);
      const excess = size - BOT_STORAGE_LIMITS.total;
      if (excess > 0) throw apiErrors.botStorageFull({ excess, limit: BOT_STORAGE_LIMITS.total });
      await this.storage.put(tx, organizationId, botId, entries);
    });
    return {};
  }
}
