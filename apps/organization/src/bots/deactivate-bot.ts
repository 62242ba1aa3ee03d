import { Injectable } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import type { deactivateBot } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { DeactivateAccount } from '../accounts/deactivate-account.js';
import { botForTakeover } from './bot-for-edit.js';

@Injectable()
export class DeactivateBot {
  constructor(
    private readonly database: Database,
    private readonly deactivateAccount: DeactivateAccount,
  ) {}

  async execute({ caller, params }: CallOf<typeof deactivateBot>): Promise<Record<string, never>> {
    const bot = await botForTakeover(this.database.direct, caller, params.bot_id);
    await this.deactivateAccount.execute(caller.organizationId, bot.id);
    return {};
  }
}
