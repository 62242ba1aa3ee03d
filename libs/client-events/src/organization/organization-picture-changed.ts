import { ALL_ROLES } from '@parley/contracts';
import { organizationPictureChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

/** All users receive it. */
export const organizationPictureChangedFanOut = fanOut(organizationPictureChanged, {
  parts: ({ picture, url, source }) => [
    {
      clientType: 'realm',
      audience: { roles: ALL_ROLES },
      render: () => ({
        type: 'realm',
        op: 'update_dict',
        property: picture,
        data: { [`${picture}_url`]: url, [`${picture}_source`]: source },
      }),
    },
  ],
});
