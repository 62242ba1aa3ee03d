import { Injectable } from '@nestjs/common';
import type { Reader } from '@parley/persistence';
import { LRUCache } from 'lru-cache';
import { readDeployedAt } from './installation-repository.js';

/** A deployment may come while this process lives. */
const KEPT_MS = 60_000;
const DEPLOYED_AT = 'deployedAt';

/** `server_generation`: when the release that runs was deployed. Read once a minute at most, and from PostgreSQL, so that all replicas agree. */
@Injectable()
export class ServerGeneration {
  private readonly kept = new LRUCache<typeof DEPLOYED_AT, number>({ max: 1, ttl: KEPT_MS });

  /** `reader`: the transaction of the caller, so that no second connection is needed. */
  async read(reader: Reader): Promise<number> {
    const known = this.kept.get(DEPLOYED_AT);
    if (known !== undefined) return known;
    const deployedAt = await readDeployedAt(reader);
    this.kept.set(DEPLOYED_AT, deployedAt);
    return deployedAt;
  }
}
