import { usersKnownToGuest } from '@parley/access';
import { legacyPresenceOf, modernPresenceOf } from '@parley/client-events';
import { ROLES, type Role } from '@parley/contracts';
import type { LegacyPresence, ModernPresence } from '@parley/contracts/settings';
import type { Reader } from '@parley/persistence';
import { type PersonPresence, type PresenceRange, sharedPresences } from './presence.repository.js';

interface Viewer {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: Role;
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
  const presences = await sharedPresences(reader, viewer.organizationId, range);
  if (viewer.role !== ROLES.guest || guestsSeeEverybody) return presences;
  const known = new Set(await usersKnownToGuest(reader, viewer.organizationId, viewer.userId));
  return presences.filter(({ userId }) => known.has(userId));
}

/** In wire format: by user id in the modern form, otherwise by API email. */
export function presencesByPerson(people: readonly PersonPresence[], isModern: boolean): Record<string, ModernPresence | LegacyPresence> {
  return Object.fromEntries(
    people.map((person) => (isModern ? [person.userId, modernPresenceOf(person)] : [person.email, legacyPresenceOf(person)])),
  );
}
