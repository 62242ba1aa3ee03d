import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { z } from 'zod';
import { ApiKeys } from '../credentials/api-keys.js';
import { MoveSealed } from '../credentials/move-sealed.js';
import { resealSecret } from './identity-providers.repository.js';
import { ownerOfSecret } from './provider-secrets.js';
import { type SecretPosition, type StoredSecret, secretsToMove } from './secrets-to-move.repository.js';

const FIRST: SecretPosition = { organizationId: 0, id: '00000000-0000-0000-0000-000000000000' };

const moveSecrets = job('organization-move-provider-secrets', z.object({}));

/** Moves the secrets of identity providers to a new PARLEY_KEY_SECRET. */
@Injectable()
export class MoveProviderSecrets implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly moving: MoveSealed,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { direct } = this.database;
    await this.moving.begin<StoredSecret>({
      job: moveSecrets,
      name: 'secrets of identity providers',
      portion: (after, size) => secretsToMove(direct, after ?? FIRST, size),
      ownerOf: ({ organizationId, id }) => ownerOfSecret(organizationId, id),
      store: (stored, secret) => {
        const sealed = this.keys.seal(ownerOfSecret(stored.organizationId, stored.id), secret);
        return resealSecret(direct, stored.organizationId, stored, sealed);
      },
    });
  }
}
