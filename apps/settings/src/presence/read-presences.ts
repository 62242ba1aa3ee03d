import { usersKnownToGuest } from '@parley/access';
import { legacyPresenceOf, modernPresenceOf } from '@parley/client-events';
import { ROLES, type Role } from '@parley/contracts';
import type { LegacyPresence, ModernPresence, PresenceTimes } from '@parley/contracts/settings';
import { Prisma, type Reader } from '@parley/persistence';

export interface PersonPresence extends PresenceTimes {
  readonly userId: number;
  /** API email. */
  readonly email: string;
}

interface Viewer {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: Role;
}

export interface PresenceRange {
  /** Only presences that changed after this update. */
  readonly after?: number | undefined;
  /** Only users who were online since this time, in seconds since the epoch. */
  readonly notBefore: number;
}

const DAY_SECONDS = 24 * 3600;

/** The last `days`, or everything after an update for clients that know the state at that update. */
export function presenceRange(days: number, now: number, after?: number): PresenceRange {
  return after === undefined || after < 0 ? { notBefore: Math.max(0, now - days * DAY_SECONDS) } : { after, notBefore: 0 };
}

/** The presence of active users who share it and whom the viewer may see. Ordered by user id. */
export async function readPresences(
  reader: Reader,
  viewer: Viewer,
  range: PresenceRange,
  guestsSeeEverybody: boolean,
): Promise<PersonPresence[]> {
  const changed = range.after === undefined ? Prisma.empty : Prisma.sql`AND p.update_id > ${range.after}`;
  const rows = await reader.$queryRaw<PersonPresence[]>`
    SELECT ${columns} FROM user_presence p JOIN user_account u ON u.id = p.user_id
    WHERE p.organization_id = ${viewer.organizationId} AND ${isShown} AND p.idle_at >= to_timestamp(${range.notBefore}) ${changed}
    ORDER BY p.user_id`;
  if (viewer.role !== ROLES.guest || guestsSeeEverybody) return rows;
  const known = new Set(await usersKnownToGuest(reader, viewer.organizationId, viewer.userId));
  return rows.filter(({ userId }) => known.has(userId));
}

/** Undefined: the user never reported presence, or does not share it. */
export async function readPresenceOf(reader: Reader, organizationId: number, userId: number): Promise<PersonPresence | undefined> {
  const [row] = await reader.$queryRaw<PersonPresence[]>`
    SELECT ${columns} FROM user_presence p JOIN user_account u ON u.id = p.user_id
    WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} AND ${isShown}`;
  return row;
}

/** The newest update. -1: none. Read it before the presences: a newer presence may then be sent twice, but is never missed. */
export async function readLastUpdateId(reader: Reader, organizationId: number): Promise<number> {
  const row = await reader.presenceSequence.findUnique({ where: { organizationId } });
  return row === null ? -1 : Number(row.lastUpdateId);
}

/** In wire format: by user id in the modern form, otherwise by API email. */
export function presencesByPerson(people: readonly PersonPresence[], isModern: boolean): Record<string, ModernPresence | LegacyPresence> {
  return Object.fromEntries(
    people.map((person) => (isModern ? [person.userId, modernPresenceOf(person)] : [person.email, legacyPresenceOf(person)])),
  );
}

const columns = Prisma.sql`p.user_id AS "userId", u.api_email AS email,
  coalesce(floor(extract(epoch FROM p.active_at)), 0)::float8 AS "activeAt", floor(extract(epoch FROM p.idle_at))::float8 AS "idleAt"`;
const isShown = Prisma.sql`u.is_active
  AND NOT EXISTS (SELECT FROM user_settings s WHERE s.user_id = p.user_id AND s.values -> 'presence_enabled' = 'false'::jsonb)`;
