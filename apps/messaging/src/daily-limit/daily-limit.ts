import { ApiError, apiErrors } from '@parley/contracts';

const DAY_MS = 86_400_000;

/** What the operator lets an organization send on a day (UTC), and what it has sent. All its messages count, also notices. */
export interface DailyLimit {
  /** Null: no quota. */
  readonly limit: number | null;
  readonly sent: number;
}

/**
 * Refuses a message before it is stored. Messages that are stored at the same moment are refused by their statement.
 * @throws messageQuotaReached
 */
export function refuseAboveDailyLimit({ limit, sent }: DailyLimit): void {
  if (limit !== null && sent >= limit) throw dailyLimitReached(limit);
}

export function dailyLimitReached(limit: number): ApiError {
  return apiErrors.messageQuotaReached({ limit, retryAfterSeconds: Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000) });
}

export function isDailyLimitReached(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'MESSAGE_QUOTA_REACHED';
}
