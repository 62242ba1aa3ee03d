import { bucketOf, LOG_BUCKETS } from '@parley/event-log';
import type { QueueCommands } from './queue-redis.js';

/** Organizations per step, so that Redis can answer polls in between. */
const PAGE = 200;

/**
 * The organizations that have an index in Redis, in one set for each bucket of the log. Periodic work skips all others.
 *
 * What must hold: an organization is in its set before its index is complete. If Redis loses an entry, the next event of the organization
 * brings it back.
 */
export class LiveOrganizations {
  constructor(
    private readonly redis: QueueCommands,
    private readonly prefix: string,
  ) {}

  async add(organizationIds: readonly number[]): Promise<void> {
    await Promise.all(
      organizationIds.map((organizationId) => this.redis.sAdd(this.keyOf(bucketOf(organizationId)), String(organizationId))),
    );
  }

  async remove(organizationId: number): Promise<void> {
    await this.redis.sRem(this.keyOf(bucketOf(organizationId)), String(organizationId));
  }

  async count(buckets: Iterable<number>): Promise<number> {
    const counts = await Promise.all([...buckets].map((bucket) => this.redis.sCard(this.keyOf(bucket))));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** In pages. One that was added meanwhile may be missing, and one may appear twice. */
  async *of(buckets: Iterable<number>): AsyncGenerator<number[]> {
    for (const bucket of buckets) {
      let position = '0';
      do {
        const { cursor, members } = await this.redis.sScan(this.keyOf(bucket), position, { COUNT: PAGE });
        position = cursor;
        if (members.length > 0) yield members.map(Number);
      } while (position !== '0');
    }
  }

  private keyOf(bucket: number): string {
    return `${this.prefix}{live-${bucket % LOG_BUCKETS}}`;
  }
}
