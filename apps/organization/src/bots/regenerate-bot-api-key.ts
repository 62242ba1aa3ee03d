import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { regenerateBotApiKey } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { FreshProof } from '../credentials/fresh-proof.js';
import { RotateApiKey } from '../credentials/rotate-api-key.js';
import { botForTakeover } from './bot-for-edit.js';

@Injectable()
export class RegenerateBotApiKey {
  constructor(
    private readonly database: Database,
    private readonly rotation: RotateApiKey,
    private readonly proof: FreshProof,
  ) {}

  async execute({ caller, params }: CallOf<typeof regenerateBotApiKey>): Promise<OutputOf<typeof regenerateBotApiKey>> {
    const bot = await botForTakeover(this.database.direct, caller, params.bot_id);
    await this.proof.check(caller, { ofAll: true });
    const { apiKey } = await this.rotation.execute(caller.organizationId, bot.id);
    return { api_key: apiKey };
  }
}
