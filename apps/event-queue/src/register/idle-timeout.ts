import { EVENT_QUEUE_TIMINGS } from '@parley/contracts';

/** Seconds without a poll after which a queue ends: as requested, at most 7 days. "mobile" means 12 hours. */
export function idleTimeoutSeconds(requested: number | 'mobile' | undefined): number {
  if (requested === undefined) return EVENT_QUEUE_TIMINGS.defaultIdleTimeoutSeconds;
  if (requested === 'mobile') return EVENT_QUEUE_TIMINGS.mobileIdleTimeoutSeconds;
  return Math.min(requested, EVENT_QUEUE_TIMINGS.maxIdleTimeoutSeconds);
}
