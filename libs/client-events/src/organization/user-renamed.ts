import { userRenamed } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { whoSeesUser } from './user-audience.js';

/** All users who may see the user receive it, including themselves. */
export const userRenamedFanOut = fanOut(userRenamed, {
  parts: ({ userId, fullName, guestsWithAccess: guests }) => [
    {
      clientType: 'realm_user',
      audience: whoSeesUser(guests),
      render: () => ({ type: 'realm_user', op: 'update', person: { user_id: userId, full_name: fullName } }),
    },
  ],
});
