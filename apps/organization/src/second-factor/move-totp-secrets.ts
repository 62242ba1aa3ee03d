import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { z } from 'zod';
import { ApiKeys } from '../credentials/api-keys.js';
import { MoveSealed } from '../credentials/move-sealed.js';
import { ownerOfTotp } from '../credentials/second-factor-codes.js';
import { resealTotp, type SealedTotp, totpSecretsToMove } from '../credentials/second-factors.repository.js';

const moveTotpSecrets = job('organization-move-totp-secrets', z.object({}));

/** Moves the secrets of authenticator apps to a new PARLEY_KEY_SECRET. */
@Injectable()
export class MoveTotpSecrets implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly moving: MoveSealed,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { direct } = this.database;
    await this.moving.begin<SealedTotp>({
      job: moveTotpSecrets,
      name: 'secrets of authenticator apps',
      portion: (after, size) => totpSecretsToMove(direct, after?.userId ?? 0, size),
      ownerOf: ({ userId }) => ownerOfTotp(userId),
      store: (stored, secret) => resealTotp(direct, stored.organizationId, stored, this.keys.seal(ownerOfTotp(stored.userId), secret)),
    });
  }
}
