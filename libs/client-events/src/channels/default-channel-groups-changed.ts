import { ALL_ROLES, ROLES } from '@parley/contracts';
import { defaultChannelGroupsChanged } from '@parley/contracts/channels';
import { fanOut } from '../fan-out.js';

/** All users except guests receive it. */
export const defaultChannelGroupsChangedFanOut = fanOut(defaultChannelGroupsChanged, {
  parts: ({ groups }) => [
    {
      clientType: 'default_stream_groups',
      audience: { roles: ALL_ROLES.filter((role) => role !== ROLES.guest) },
      render: () => ({ type: 'default_stream_groups', default_stream_groups: groups }),
    },
  ],
});
