import { broadcast } from '@parley/contracts';
import { PARTITIONS } from '@parley/event-log';
import type { RedisClientType } from 'redis';
import { z } from 'zod';
import { Script } from '../queues/script.js';
import { integer, list } from '../queues/script-reply.js';
import { lease, release } from './scripts.js';

/** A replica released its partitions. The others renew their leases at once instead of in the next round. */
export const leasesReleased = broadcast('event-queue-leases-released', z.object({}));

const scripts = { lease: new Script(lease), release: new Script(release) };

/**
 * Decides which partitions' fan-out runs in this replica. This is for efficiency only: if two replicas both think that they hold a
 * partition, they do the work twice, but the second time changes nothing. A dead replica is left out after the TTL.
 */
export class PartitionLeases {
  private readonly base: string;

  constructor(
    private readonly redis: RedisClientType,
    prefix: string,
    private readonly replica: string,
    private readonly ttlMs: number,
  ) {
    this.base = `${prefix}{leases}:`;
  }

  /** One round, to be repeated several times within the TTL. Returns the partitions held now. */
  async renew(): Promise<Set<number>> {
    const held = await scripts.lease.run(this.redis, this.base, [this.replica, String(this.ttlMs), String(PARTITIONS)]);
    return new Set(list(held).map(integer));
  }

  async release(): Promise<void> {
    await scripts.release.run(this.redis, this.base, [this.replica]);
  }
}
