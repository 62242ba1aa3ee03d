import { profileValueChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { whoSeesUser } from './user-audience.js';

/** All users who may see its owners receive it. */
export const profileValueChangedFanOut = fanOut(profileValueChanged, {
  parts: ({ fieldId, userIds, value, rendered, guestsWithAccess: guests }) =>
    userIds.map((user_id) => ({
      clientType: 'realm_user',
      audience: whoSeesUser(guests),
      render: () => ({
        type: 'realm_user',
        op: 'update',
        person: {
          user_id,
          custom_profile_field: { id: fieldId, value, ...(rendered === null ? {} : { rendered_value: rendered }) },
        },
      }),
    })),
});
