import { userTimeZoneChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { whoSeesUser } from './user-audience.js';

/** All users who may see the user receive it, including themselves. */
export const userTimeZoneChangedFanOut = fanOut(userTimeZoneChanged, {
  parts: ({ userId, email, timezone, guestsWithAccess: guests }) => [
    {
      clientType: 'realm_user',
      audience: whoSeesUser(guests),
      render: () => ({ type: 'realm_user', op: 'update', person: { user_id: userId, email, timezone } }),
    },
  ],
});
