import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { ApiKeys } from '../credentials/api-keys.js';
import { resealSecret } from './identity-providers.repository.js';
import { ownerOfSecret } from './provider-secrets.js';
import { type SecretPosition, secretsToMove } from './secrets-to-move.repository.js';

const PORTION = 500;
const FIRST: SecretPosition = { organizationId: 0, id: '00000000-0000-0000-0000-000000000000' };

const moveSecrets = job('organization-move-provider-secrets', z.object({}));

/** While PARLEY_KEY_SECRET is being replaced: encrypts the secrets of identity providers anew, as MoveKeys does with API keys. */
@Injectable()
export class MoveProviderSecrets implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly keys: ApiKeys,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(moveSecrets, () => this.execute());
    if (this.keys.hasPrevious) await this.jobs.enqueueAtStart(moveSecrets, {}, randomUUID());
  }

  async execute(): Promise<void> {
    if (!this.keys.hasPrevious) return;
    const { direct } = this.database;
    let moved = 0;
    let last: SecretPosition | undefined = FIRST;
    while (last !== undefined) {
      const portion = await secretsToMove(direct, last, PORTION);
      for (const stored of portion) {
        const owner = ownerOfSecret(stored.organizationId, stored.id);
        const secret = this.keys.openPrevious(owner, stored.sealed);
        if (secret !== undefined && (await resealSecret(direct, stored.organizationId, stored, this.keys.seal(owner, secret)))) moved += 1;
      }
      last = portion.length < PORTION ? undefined : portion.at(-1);
    }
    this.runtime.logger.info({ moved }, 'secrets of identity providers re-encrypted with the current secret');
  }
}
