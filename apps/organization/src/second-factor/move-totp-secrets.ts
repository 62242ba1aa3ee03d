import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { ApiKeys } from '../credentials/api-keys.js';
import { ownerOfTotp } from '../credentials/second-factor-codes.js';
import { resealTotp, totpSecretsToMove } from '../credentials/second-factors.repository.js';

const PORTION = 500;

const moveTotpSecrets = job('organization-move-totp-secrets', z.object({}));

/** While PARLEY_KEY_SECRET is being replaced: encrypts the secrets of authenticator apps anew, as MoveKeys does with API keys. */
@Injectable()
export class MoveTotpSecrets implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly keys: ApiKeys,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(moveTotpSecrets, () => this.execute());
    if (this.keys.hasPrevious) await this.jobs.enqueueAtStart(moveTotpSecrets, {}, randomUUID());
  }

  async execute(): Promise<void> {
    if (!this.keys.hasPrevious) return;
    const { direct } = this.database;
    let moved = 0;
    let last: number | undefined = 0;
    while (last !== undefined) {
      const portion = await totpSecretsToMove(direct, last, PORTION);
      for (const stored of portion) {
        const owner = ownerOfTotp(stored.userId);
        const secret = this.keys.openPrevious(owner, stored.sealed);
        if (secret === undefined) continue;
        if (await resealTotp(direct, stored.organizationId, stored, this.keys.seal(owner, secret))) moved += 1;
      }
      last = portion.length < PORTION ? undefined : portion.at(-1)?.userId;
    }
    this.runtime.logger.info({ moved }, 'secrets of authenticator apps re-encrypted with the current secret');
  }
}
