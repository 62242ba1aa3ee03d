import { ALL_ROLES } from '@parley/contracts';
import { organizationDeactivated } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

/**
 * Held polls receive the event, and then their queues end; other queues end at once. Requests fail with REALM_DEACTIVATED. A process of an older
 * version logs no id.
 */
export const organizationDeactivatedFanOut = fanOut(organizationDeactivated, {
  parts: ({ organizationId }) =>
    organizationId === undefined
      ? []
      : [
          {
            clientType: 'realm',
            audience: { roles: ALL_ROLES },
            render: () => ({ type: 'realm', op: 'deactivated', realm_id: organizationId }),
          },
        ],
  indexChanges: () => [{ kind: 'end-organization' }],
});
