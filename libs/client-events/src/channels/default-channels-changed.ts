import { ALL_ROLES, ROLES } from '@parley/contracts';
import { defaultChannelsChanged } from '@parley/contracts/channels';
import { fanOut } from '../fan-out.js';

/** All users except guests receive it. */
export const defaultChannelsChangedFanOut = fanOut(defaultChannelsChanged, {
  parts: ({ channelIds }) => [
    {
      clientType: 'default_streams',
      audience: { roles: ALL_ROLES.filter((role) => role !== ROLES.guest) },
      render: () => ({ type: 'default_streams', default_streams: channelIds }),
    },
  ],
});
