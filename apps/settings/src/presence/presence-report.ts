import type { PresenceTimes, PresenceTimings } from '@parley/contracts/settings';

/** A report may arrive this much before it is due, because clients are not punctual. */
const EARLY_SECONDS = 5;

export interface PresenceReport {
  readonly isActive: boolean;
  /** Seconds since the epoch. */
  readonly at: number;
}

export interface PresenceChange {
  readonly times: PresenceTimes;
  /** The user was offline and is now active: others are notified at once. */
  readonly cameOnline: boolean;
}

/**
 * The change caused by a report; null if there is nothing to store, because the last report of the same kind is less than a ping interval old.
 * `known` is null if the user never reported. An idle report does not change the time of the last activity.
 */
export function presenceAfter(
  known: PresenceTimes | null,
  { isActive, at }: PresenceReport,
  timings: PresenceTimings,
): PresenceChange | null {
  const { activeAt, idleAt } = known ?? { activeAt: 0, idleAt: 0 };
  const isDue = (last: number) => at - last > timings.pingIntervalSeconds - EARLY_SECONDS;
  if (!isDue(isActive ? activeAt : idleAt)) return null;
  return {
    times: { activeAt: isActive ? at : activeAt, idleAt: at },
    cameOnline: isActive && at - activeAt > timings.offlineThresholdSeconds,
  };
}
