import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { ALL_ROLES, ROLES, type Role } from '../roles.js';
import { legacyPresenceOf, modernPresenceOf, presenceTimes } from './presence-forms.js';

const payload = presenceTimes.extend({
  userId: z.int(),
  /** API email. */
  email: z.string(),
  /** Seconds since the epoch. */
  serverTimestamp: z.number(),
  /** If false, guests do not see everyone here, and receive presence only when they poll for it. */
  guestsSeeEverybody: z.boolean(),
});
export type PresenceChanged = z.infer<typeof payload>;

/** A user came online. Ephemeral; if it is lost, the client's next report compensates. */
export const presenceChanged = domainEvent({
  type: 'presence.changed',
  owner: 'settings',
  payload,
  parts: (changed) => [
    {
      clientType: 'presence',
      audience: { roles: audienceRoles(changed) },
      wants: ({ capabilities }) => capabilities.simplified_presence_events === true,
      render: () => ({ type: 'presence', presences: { [changed.userId]: modernPresenceOf(changed) } }),
    },
    {
      clientType: 'presence',
      audience: { roles: audienceRoles(changed) },
      wants: ({ capabilities }) => capabilities.simplified_presence_events !== true,
      render: ({ slimPresence }) => ({
        type: 'presence',
        user_id: changed.userId,
        ...(slimPresence ? {} : { email: changed.email }),
        server_timestamp: changed.serverTimestamp,
        presence: { website: legacyPresenceOf(changed).website },
      }),
    },
  ],
});

function audienceRoles({ guestsSeeEverybody }: PresenceChanged): readonly Role[] {
  return guestsSeeEverybody ? ALL_ROLES : ALL_ROLES.filter((role) => role !== ROLES.guest);
}
