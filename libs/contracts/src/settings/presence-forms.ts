import { z } from 'zod';

/** Time of a user's last activity and last presence, in seconds since the epoch; 0 for never. `idleAt` is never before `activeAt`. */
export const presenceTimes = z.object({ activeAt: z.int(), idleAt: z.int() });
export type PresenceTimes = z.infer<typeof presenceTimes>;

/** The format for newer clients, by user id. */
export const modernPresence = z.object({ active_timestamp: z.int(), idle_timestamp: z.int() });
export type ModernPresence = z.infer<typeof modernPresence>;

const legacyEntry = z.object({ client: z.literal('website'), status: z.enum(['active', 'idle']), timestamp: z.int() });
const websiteEntry = legacyEntry.extend({ pushable: z.literal(false) });

/** The format for older clients, by API email: one client, `website`, represents all. */
export const legacyPresence = z.object({ aggregated: legacyEntry, website: websiteEntry });
export type LegacyPresence = z.infer<typeof legacyPresence>;
