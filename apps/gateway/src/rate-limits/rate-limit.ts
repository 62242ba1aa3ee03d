/** So many within so many seconds. */
export interface RateLimit {
  readonly limit: number;
  readonly seconds: number;
}

/** What is left of a limit, after something was taken or refused. */
export interface Standing {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly fullAgainMs: number;
  /** Until what was refused is allowed. */
  readonly retryAfterMs: number;
}
