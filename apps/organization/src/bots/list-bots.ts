import { Injectable } from '@nestjs/common';
import { avatarUrlOf, usersOf } from '@parley/access';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { listBots } from '@parley/contracts/organization';
import { botsOf, Database } from '@parley/persistence';
import { toBotDefaults } from '../accounts/bot-defaults.js';
import { KeysOfAccounts } from '../credentials/keys-of-accounts.js';

/** The caller's own bots, with their keys. */
@Injectable()
export class ListBots {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysOfAccounts,
  ) {}

  async execute({ caller: { organizationId, userId } }: CallOf<typeof listBots>): Promise<OutputOf<typeof listBots>> {
    const reader = this.database.direct;
    const bots = await botsOf(reader, organizationId, { ownerId: userId });
    const ids = bots.map((bot) => bot.id);
    const accounts = new Map((await usersOf(reader, organizationId, ids)).map((user) => [user.id, user]));
    const keys = await this.keys.of(organizationId, ids);
    return {
      bots: bots.flatMap((bot) => {
        const account = accounts.get(bot.id);
        const apiKey = keys.get(bot.id);
        if (account === undefined || apiKey === undefined) return [];
        const { apiEmail: username, fullName: full_name } = account;
        return [{ username, full_name, api_key: apiKey, avatar_url: avatarUrlOf(account), ...toBotDefaults(bot) }];
      }),
    };
  }
}
