import { ALL_ROLES, type PayloadOf, ROLES, type Role } from '@parley/contracts';
import { presenceChanged } from '@parley/contracts/settings';
import { fanOut } from '../fan-out.js';
import { legacyPresenceOf, modernPresenceOf } from './presence-forms.js';

type PresenceChanged = PayloadOf<typeof presenceChanged>;

export const presenceChangedFanOut = fanOut(presenceChanged, {
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
