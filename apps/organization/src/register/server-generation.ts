import { Injectable } from '@nestjs/common';
import type { Reader } from '@parley/persistence';
import { LRUCache } from 'lru-cache';
import { readDeployedAt } from './installation.repository.js';

/** A deployment can happen while this process runs. */
const CACHE_MS = 60_000;
const DEPLOYED_AT = 'deployedAt';

/**
 * `server_generation`: when the running release was deployed. It is read from PostgreSQL, so that all replicas agree, and cached for a
 * minute.
 */
@Injectable()
export class ServerGeneration {
  private readonly cache = new LRUCache<typeof DEPLOYED_AT, number>({ max: 1, ttl: CACHE_MS });

  /** `reader`: the caller's transaction, so that no second connection is needed. */
  async read(reader: Reader): Promise<number> {
    const known = this.cache.get(DEPLOYED_AT);
    if (known !== undefined) return known;
    const deployedAt = await readDeployedAt(reader);
    this.cache.set(DEPLOYED_AT, deployedAt);
    return deployedAt;
  }
}
