import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf } from '@parley/contracts';
import type { removeBotStorage } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { BotStorageRepository } from './bot-storage.repository.js';

/** Removes all entries of the bot, or some of them. */
@Injectable()
export class RemoveBotStorage {
  constructor(
    private readonly database: Database,
    private readonly storage: BotStorageRepository,
  ) {}

  async execute({ caller, params: { keys } }: CallOf<typeof removeBotStorage>): Promise<Record<string, never>> {
    const { organizationId, userId: botId } = caller;
    await this.database.transaction(async (tx) => {
      await this.storage.lock(tx, organizationId, botId);
      const entries = await this.storage.entries(tx, organizationId, botId, keys);
      if (keys?.some((key) => !entries.has(key)) === true) throw apiErrors.noSuchBotStorageKey();
      await this.storage.remove(tx, organizationId, botId, keys);
    });
    return {};
  }
}
