import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { getBotStorage } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { BotStorageRepository } from './bot-storage.repository.js';

@Injectable()
export class GetBotStorage {
  constructor(
    private readonly database: Database,
    private readonly storage: BotStorageRepository,
  ) {}

  async execute({ caller, params: { keys } }: CallOf<typeof getBotStorage>): Promise<OutputOf<typeof getBotStorage>> {
    const entries = await this.storage.entries(this.database.client, caller.organizationId, caller.userId, keys);
    if (keys?.some((key) => !entries.has(key)) === true) throw apiErrors.noSuchBotStorageKey();
    return { storage: Object.fromEntries(entries) };
  }
}
