import { ApiError, make } from './api-error.js';

/** Errors of an organization that uses all that its operator lets it use. `quota` names the quota, `limit` is its value. */
export const quotaErrors = {
  peopleQuotaReached: (args: { limit: number }) =>
    make(400, 'PEOPLE_QUOTA_REACHED', 'Your organization has as many people as its quota allows.', { quota: 'people', limit: args.limit }),
  liveQueueQuotaReached: (args: { limit: number }) =>
    make(400, 'LIVE_QUEUE_QUOTA_REACHED', 'Your organization has as many event queues as its quota allows.', {
      quota: 'live-queues',
      limit: args.limit,
    }),
  /** Until the next day (UTC). */
  messageQuotaReached: (args: { limit: number; retryAfterSeconds: number }) =>
    late('MESSAGE_QUOTA_REACHED', 'Your organization has sent as many messages today as its quota allows.', 'messages-per-day', args),
  // The code of both is the one of other rate limits: clients wait when they see it.
  requestQuotaReached: (args: { limit: number; retryAfterSeconds: number }) =>
    late('RATE_LIMIT_HIT', 'Your organization makes more requests than its quota allows.', 'requests-per-second', args),
  registrationQuotaReached: (args: { limit: number; retryAfterSeconds: number }) =>
    late('RATE_LIMIT_HIT', 'Your organization registers more event queues than its quota allows.', 'registrations-per-minute', args),
} as const;

function late(code: string, msg: string, quota: string, { limit, retryAfterSeconds }: { limit: number; retryAfterSeconds: number }) {
  return new ApiError({ code, status: 429, msg, fields: { quota, limit, 'retry-after': retryAfterSeconds }, retryAfterSeconds });
}
