import { legacyPresenceOf, modernPresenceOf } from '@parley/client-events';
import type { LegacyPresence, ModernPresence } from '@parley/contracts/settings';
import type { PersonPresence, PresenceRange } from './presence.repository.js';

const DAY_SECONDS = 24 * 3600;

/** The last `days`, or everything after an update for clients that know the state at that update. */
export function presenceRange(days: number, now: number, after?: number): PresenceRange {
  return after === undefined || after < 0 ? { notBefore: Math.max(0, now - days * DAY_SECONDS) } : { after, notBefore: 0 };
}

/** In wire format: by user id in the modern form, otherwise by API email. */
export function presencesByPerson(people: readonly PersonPresence[], isModern: boolean): Record<string, ModernPresence | LegacyPresence> {
  return Object.fromEntries(
    people.map((person) => (isModern ? [person.userId, modernPresenceOf(person)] : [person.email, legacyPresenceOf(person)])),
  );
}
