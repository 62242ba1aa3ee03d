import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { getBotApiKey } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { KeysOfAccounts } from '../credentials/keys-of-accounts.js';
import { botForTakeover } from './bot-for-edit.js';

@Injectable()
export class GetBotApiKey {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysOfAccounts,
  ) {}

  async execute({ caller, params }: CallOf<typeof getBotApiKey>): Promise<OutputOf<typeof getBotApiKey>> {
    const bot = await botForTakeover(this.database.direct, caller, params.bot_id);
    const apiKey = (await this.keys.of(caller.organizationId, [bot.id])).get(bot.id);
    if (apiKey === undefined) throw apiErrors.noSuchBot();
    return { api_key: apiKey };
  }
}
