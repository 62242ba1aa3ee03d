/** At most `limit` requests within `seconds`. */
export interface RateLimit {
  readonly limit: number;
  readonly seconds: number;
}

/** The state of a bucket after a take or a refusal. */
export interface BucketState {
  /** The bucket that had too little; undefined if the cost was taken. */
  readonly empty: Bucket | undefined;
  readonly limit: number;
  readonly remaining: number;
  readonly fullAgainMs: number;
  /** Time until the refused request is allowed. */
  readonly retryAfterMs: number;
}

/** The cost of a request, at most the limit. */
export function costOf({ cost = 1, limit }: Bucket): number {
  return Math.min(cost, limit);
}

/** A bucket that a request is counted in. */
export interface Bucket extends RateLimit {
  readonly name: string;
  /** The cost of one request, by default 1. */
  readonly cost?: number;
}
