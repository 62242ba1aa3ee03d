import type { LegacyPresence, ModernPresence, PresenceTimes } from '@parley/contracts/settings';

export function modernPresenceOf({ activeAt, idleAt }: PresenceTimes): ModernPresence {
  return { active_timestamp: activeAt, idle_timestamp: idleAt };
}

/** A user whose last activity was at most this long before their last report counts as active. */
const ACTIVE_WITHIN_SECONDS = 60;

export function legacyPresenceOf(times: PresenceTimes): LegacyPresence {
  const entry = legacyStatusOf(times);
  return { aggregated: { client: 'website', ...entry }, website: { client: 'website', ...entry, pushable: false } };
}

export function legacyStatusOf({ activeAt, idleAt }: PresenceTimes): { status: 'active' | 'idle'; timestamp: number } {
  const isActive = activeAt > 0 && activeAt + ACTIVE_WITHIN_SECONDS >= idleAt;
  return isActive ? { status: 'active', timestamp: activeAt } : { status: 'idle', timestamp: idleAt };
}
