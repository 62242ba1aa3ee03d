import { organizationDeactivated } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

/** All its queues end. Requests fail with REALM_DEACTIVATED. */
export const organizationDeactivatedFanOut = fanOut(organizationDeactivated, {
  parts: () => [],
  indexChanges: () => [{ kind: 'end-organization' }],
});
