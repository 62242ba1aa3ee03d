import { ROLES } from '@parley/contracts';
import { messageExportsChanged } from '@parley/contracts/messaging';
import { fanOut } from '../fan-out.js';
import { failsOnUnknownTypes } from '../stock-clients.js';

export const messageExportsChangedFanOut = fanOut(messageExportsChanged, {
  parts: ({ exports }) => [
    {
      clientType: 'realm_export',
      audience: { roles: [ROLES.owner, ROLES.administrator] },
      wants: ({ eventTypes, clientName }) => eventTypes !== null || !failsOnUnknownTypes(clientName),
      render: () => ({ type: 'realm_export', exports }),
    },
  ],
});
