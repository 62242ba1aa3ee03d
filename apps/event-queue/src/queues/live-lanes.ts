import { type Lane, organizationOf, parseLane } from '@parley/contracts/event-queue';
import { bucketOf, LOG_BUCKETS } from '@parley/event-log';
import type { QueueCommands } from './queue-redis.js';

/** Lanes per step, so that Redis can answer polls in between. */
const PAGE = 200;

/**
 * The lanes that have an index in Redis, in one set for each bucket of the log. Periodic work skips all others.
 *
 * What must hold: a lane is in its set before its index is complete. If Redis loses an entry, the next event of the organization brings it
 * back.
 */
export class LiveLanes {
  constructor(
    private readonly redis: QueueCommands,
    private readonly prefix: string,
  ) {}

  async add(lanes: readonly Lane[]): Promise<void> {
    await Promise.all(lanes.map((lane) => this.redis.sAdd(this.keyFor(lane), String(lane))));
  }

  async remove(lane: Lane): Promise<void> {
    await this.redis.sRem(this.keyFor(lane), String(lane));
  }

  async count(buckets: Iterable<number>): Promise<number> {
    const counts = await Promise.all([...buckets].map((bucket) => this.redis.sCard(this.keyOf(bucket))));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** In pages. One that was added meanwhile may be missing, and one may appear twice. */
  async *of(buckets: Iterable<number>): AsyncGenerator<Lane[]> {
    for (const bucket of buckets) {
      let position = '0';
      do {
        const { cursor, members } = await this.redis.sScan(this.keyOf(bucket), position, { COUNT: PAGE });
        position = cursor;
        if (members.length > 0) yield members.map(parseLane);
      } while (position !== '0');
    }
  }

  private keyFor(lane: Lane): string {
    return this.keyOf(bucketOf(organizationOf(lane)));
  }

  private keyOf(bucket: number): string {
    return `${this.prefix}{live-${bucket % LOG_BUCKETS}}`;
  }
}
