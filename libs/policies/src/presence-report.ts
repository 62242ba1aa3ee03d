import type { PresenceTimes, PresenceTimings } from '@parley/contracts';

/** A report this much before the next was due counts as that one: clients are not punctual. */
const EARLY_SECONDS = 5;

export interface PresenceReport {
  readonly isActive: boolean;
  /** Seconds since the epoch. */
  readonly at: number;
}

export interface PresenceChange {
  readonly times: PresenceTimes;
  /** Was not online, and is: others are told at once. */
  readonly cameOnline: boolean;
}

/**
 * What a report changes; null: nothing worth storing, since a report of the same kind is not a ping interval old. `known` null: he never
 * reported. Being idle does not move activity.
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
