import { ALL_ROLES } from '@parley/contracts';
import { playgroundsChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

export const playgroundsChangedFanOut = fanOut(playgroundsChanged, {
  parts: ({ playgrounds }) => [
    {
      clientType: 'realm_playgrounds',
      audience: { roles: ALL_ROLES },
      render: () => ({ type: 'realm_playgrounds', realm_playgrounds: playgrounds }),
    },
  ],
});
