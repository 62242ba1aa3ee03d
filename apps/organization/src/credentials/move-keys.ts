import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { z } from 'zod';
import { ApiKeys } from './api-keys.js';
import { CredentialsRepository } from './credentials.repository.js';
import { keysToMove, type StoredKey } from './keys-to-move.repository.js';
import { MoveSealed } from './move-sealed.js';

const moveKeys = job('organization-move-keys', z.object({}));

/** Moves API keys, with their digests, to a new PARLEY_KEY_SECRET. */
@Injectable()
export class MoveKeys implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly moving: MoveSealed,
    private readonly credentials: CredentialsRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { client } = this.database;
    await this.moving.begin<StoredKey>({
      job: moveKeys,
      name: 'API keys',
      portion: (after, size) => keysToMove(client, after?.userId ?? 0, size),
      ownerOf: ({ userId }) => userId,
      store: (stored, key) => {
        const rewritten = { digest: this.keys.digest(key), sealed: this.keys.seal(stored.userId, key) };
        return this.credentials.restoreKey(client, stored.organizationId, stored, rewritten);
      },
    });
  }
}
