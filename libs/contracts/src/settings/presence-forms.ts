import { z } from 'zod';

/** When somebody was last there, in seconds since the epoch; 0: never. Activity is being there too: `idleAt` is never before `activeAt`. */
export const presenceTimes = z.object({ activeAt: z.int(), idleAt: z.int() });
export type PresenceTimes = z.infer<typeof presenceTimes>;

/** As newer clients read it, by user id. */
export const modernPresence = z.object({ active_timestamp: z.int(), idle_timestamp: z.int() });
export type ModernPresence = z.infer<typeof modernPresence>;

export function modernPresenceOf({ activeAt, idleAt }: PresenceTimes): ModernPresence {
  return { active_timestamp: activeAt, idle_timestamp: idleAt };
}

const legacyEntry = z.object({ client: z.literal('website'), status: z.enum(['active', 'idle']), timestamp: z.int() });
const websiteEntry = legacyEntry.extend({ pushable: z.literal(false) });

/** As older clients read it, by API email: one client, `website`, stands for all. */
export const legacyPresence = z.object({ aggregated: legacyEntry, website: websiteEntry });
export type LegacyPresence = z.infer<typeof legacyPresence>;

/** Who was active this much before he was last there still counts as active. */
const ACTIVE_WITHIN_SECONDS = 60;

export function legacyPresenceOf(times: PresenceTimes): LegacyPresence {
  const entry = legacyStatusOf(times);
  return { aggregated: { client: 'website', ...entry }, website: { client: 'website', ...entry, pushable: false } };
}

export function legacyStatusOf({ activeAt, idleAt }: PresenceTimes): { status: 'active' | 'idle'; timestamp: number } {
  const isActive = activeAt > 0 && activeAt + ACTIVE_WITHIN_SECONDS >= idleAt;
  return isActive ? { status: 'active', timestamp: activeAt } : { status: 'idle', timestamp: idleAt };
}
