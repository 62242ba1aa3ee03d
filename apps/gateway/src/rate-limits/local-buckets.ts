import { LRUCache } from 'lru-cache';
import { type Bucket, type BucketState, costOf } from './rate-limit.js';

const MAX_BUCKETS = 50_000;

/** Buckets of this process, with the rules of the scripts in take-script.ts: for what must be counted while Redis is unavailable. */
export class LocalBuckets {
  /** The time at which each bucket will be full. */
  private readonly fullAt = new LRUCache<string, number>({ max: MAX_BUCKETS });

  take(first: Bucket, ...others: readonly Bucket[]): BucketState {
    const now = Date.now();
    const buckets = [first, ...others];
    const empty = buckets.find((bucket) => this.lateMs(bucket, now) > 0);
    if (empty === undefined) for (const bucket of buckets) this.fullAt.set(bucket.name, this.fullOf(bucket, now) + takenMs(bucket));
    const reported = empty ?? first;
    const fullAgainMs = this.fullOf(reported, now) - now;
    const remaining = Math.max(0, Math.floor((reported.seconds * 1000 - fullAgainMs) / eachMs(reported)));
    return { empty, limit: reported.limit, remaining, fullAgainMs, retryAfterMs: empty === undefined ? 0 : this.lateMs(empty, now) };
  }

  giveBack(...buckets: readonly Bucket[]): void {
    const now = Date.now();
    for (const bucket of buckets) this.fullAt.set(bucket.name, this.fullOf(bucket, now) - takenMs(bucket));
  }

  fill({ name }: Bucket): void {
    this.fullAt.delete(name);
  }

  private fullOf({ name }: Bucket, now: number): number {
    return Math.max(now, this.fullAt.get(name) ?? now);
  }

  /** Time until the requested cost is available; not above 0 if it already is. */
  private lateMs(bucket: Bucket, now: number): number {
    return Math.ceil(this.fullOf(bucket, now) + takenMs(bucket) - now - bucket.seconds * 1000);
  }
}

function takenMs(bucket: Bucket): number {
  return eachMs(bucket) * costOf(bucket);
}

function eachMs({ limit, seconds }: Bucket): number {
  return (seconds * 1000) / limit;
}
