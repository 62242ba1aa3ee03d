import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { z } from 'zod';
import { ApiKeys } from '../credentials/api-keys.js';
import { MoveSealed } from '../credentials/move-sealed.js';
import { BotConfigRepository, type BotConfigRow } from './bot-config.repository.js';
import { ownerOf } from './bot-configs.js';
import { configsToMove } from './configs-to-move.repository.js';

const moveBotConfigs = job('organization-move-bot-configs', z.object({}));

/** Moves the values of bots to a new PARLEY_KEY_SECRET. */
@Injectable()
export class MoveBotConfigs implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly moving: MoveSealed,
    private readonly repository: BotConfigRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { client } = this.database;
    await this.moving.begin<BotConfigRow>({
      job: moveBotConfigs,
      name: 'values of bots',
      portion: (after, size) => configsToMove(client, after ?? { botId: 0, key: '' }, size),
      ownerOf: ({ botId, key }) => ownerOf(botId, key),
      store: (stored, value) =>
        this.repository.reseal(client, stored.organizationId, stored, this.keys.seal(ownerOf(stored.botId, stored.key), value)),
    });
  }
}
