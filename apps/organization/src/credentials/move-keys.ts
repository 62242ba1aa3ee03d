import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { ApiKeys } from './api-keys.js';
import { CredentialsRepository } from './credentials.repository.js';
import { keysToMove } from './keys-to-move.repository.js';

const PORTION = 500;

const moveKeys = job('organization-move-keys', z.object({}));

/**
 * While PARLEY_KEY_SECRET is being replaced: rewrites the digests and seals of the previous secret, so that the operator can remove it.
 * It runs whenever a replica with both secrets starts. The last replica to start also rewrites what older replicas stored meanwhile.
 */
@Injectable()
export class MoveKeys implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly apiKeys: ApiKeys,
    private readonly credentials: CredentialsRepository,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(moveKeys, () => this.execute());
    if (this.apiKeys.hasPrevious) await this.jobs.enqueueAtStart(moveKeys, {}, randomUUID());
  }

  async execute(): Promise<void> {
    if (!this.apiKeys.hasPrevious) return;
    const { client } = this.database;
    let moved = 0;
    let last = 0;
    for (;;) {
      const portion = await keysToMove(client, last, PORTION);
      for (const stored of portion) {
        last = stored.userId;
        const key = this.apiKeys.openPrevious(stored.userId, stored.sealed);
        if (key === undefined) continue;
        const rewritten = { digest: this.apiKeys.digest(key), sealed: this.apiKeys.seal(stored.userId, key) };
        if (await this.credentials.restoreKey(client, stored.organizationId, stored, rewritten)) moved += 1;
      }
      if (portion.length < PORTION) break;
    }
    this.runtime.logger.info({ moved }, 'API keys re-encrypted with the current secret');
  }
}
