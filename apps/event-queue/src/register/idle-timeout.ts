import { EVENT_QUEUE_TIMINGS } from '@parley/contracts';

/** Seconds without a poll after which a queue ends: as requested, at most 7 days. "mobile" means 12 hours. */
export function idleTimeoutSeconds(asked: number | 'mobile' | undefined): number {
  if (asked === undefined) return EVENT_QUEUE_TIMINGS.defaultIdleTimeoutSeconds;
  if (asked === 'mobile') return EVENT_QUEUE_TIMINGS.mobileIdleTimeoutSeconds;
  return Math.min(asked, EVENT_QUEUE_TIMINGS.maxIdleTimeoutSeconds);
}
