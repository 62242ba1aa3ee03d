import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { ApiKeys } from '../credentials/api-keys.js';
import { BotConfigRepository } from './bot-config.repository.js';
import { ownerOf } from './bot-configs.js';
import { type ConfigPosition, configsToMove } from './configs-to-move.repository.js';

const PORTION = 500;

const moveBotConfigs = job('organization-move-bot-configs', z.object({}));

/** While PARLEY_KEY_SECRET is being replaced: encrypts the values of bots anew, as MoveKeys does with API keys. */
@Injectable()
export class MoveBotConfigs implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly keys: ApiKeys,
    private readonly repository: BotConfigRepository,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(moveBotConfigs, () => this.execute());
    if (this.keys.hasPrevious) await this.jobs.enqueueAtStart(moveBotConfigs, {}, randomUUID());
  }

  async execute(): Promise<void> {
    if (!this.keys.hasPrevious) return;
    const { client } = this.database;
    let moved = 0;
    let last: ConfigPosition | undefined = { botId: 0, key: '' };
    while (last !== undefined) {
      const portion = await configsToMove(client, last, PORTION);
      for (const stored of portion) {
        const owner = ownerOf(stored.botId, stored.key);
        const value = this.keys.openPrevious(owner, stored.sealed);
        if (value === undefined) continue;
        if (await this.repository.reseal(client, stored.organizationId, stored, this.keys.seal(owner, value))) moved += 1;
      }
      last = portion.length < PORTION ? undefined : portion.at(-1);
    }
    this.runtime.logger.info({ moved }, 'values of bots re-encrypted with the current secret');
  }
}
