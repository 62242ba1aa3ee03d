import { organizationDeactivated } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

export const organizationDeactivatedFanOut = fanOut(organizationDeactivated, {
  parts: () => [],
  indexChanges: () => [{ kind: 'end-organization' }],
});
