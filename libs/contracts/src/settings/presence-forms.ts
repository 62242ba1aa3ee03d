import { z } from 'zod';

/** Time of a user's last activity and last presence, in seconds since the epoch; 0 for never. `idleAt` is never before `activeAt`. */
export const presenceTimes = z.object({ activeAt: z.int(), idleAt: z.int() });
export type PresenceTimes = z.infer<typeof presenceTimes>;

/** The format for newer clients, by user id. */
export const modernPresence = z.object({ active_timestamp: z.int(), idle_timestamp: z.int() });
export type ModernPresence = z.infer<typeof modernPresence>;

export function modernPresenceOf({ activeAt, idleAt }: PresenceTimes): ModernPresence {
  return { active_timestamp: activeAt, idle_timestamp: idleAt };
}

const legacyEntry = z.object({ client: z.literal('website'), status: z.enum(['active', 'idle']), timestamp: z.int() });
const websiteEntry = legacyEntry.extend({ pushable: z.literal(false) });

/** The format for older clients, by API email: one client, `website`, represents all. */
export const legacyPresence = z.object({ aggregated: legacyEntry, website: websiteEntry });
export type LegacyPresence = z.infer<typeof legacyPresence>;

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
