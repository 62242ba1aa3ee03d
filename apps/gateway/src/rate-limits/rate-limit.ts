/** So many within so many seconds. */
export interface RateLimit {
  readonly limit: number;
  readonly seconds: number;
}

/** What is left of a bucket, after something was taken or refused. */
export interface Standing {
  /** Undefined: something was taken. */
  readonly empty: Bucket | undefined;
  readonly limit: number;
  readonly remaining: number;
  readonly fullAgainMs: number;
  /** Until what was refused is allowed. */
  readonly retryAfterMs: number;
}

/** What a request takes of the bucket. */
export function costOf({ cost = 1, limit }: Bucket): number {
  return Math.min(cost, limit);
}

/** One thing that a request is counted against. */
export interface Bucket extends RateLimit {
  readonly name: string;
  /** What one request takes of it; 1 where nothing is said, and never more than the limit. */
  readonly cost?: number;
}
