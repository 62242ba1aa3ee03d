import { Prisma } from '@parley/persistence';

/** How many messages the organization `o` may store on a day. NULL: as many as it likes. */
export const DAILY_LIMIT = Prisma.sql`(o.settings #>> '{quotas,messages-per-day}')::int`;

/** Days are those of UTC. */
export const TODAY = Prisma.sql`(now() AT TIME ZONE 'UTC')::date`;
export const NEXT_DAY = Prisma.sql`((${TODAY} + 1)::timestamp AT TIME ZONE 'UTC')`;
