import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * A link by which one person joins as an owner, whatever the address, within the time that invitations hold. For the operator: no person's permission
 * is checked. The one before it ends. Errors: unknownOrganization, organizationDeactivated.
 */
export const inviteOwner = serviceCall({
  name: 'inviteOwner',
  service: 'invitations',
  input: z.object({ organizationId: z.int() }),
  output: z.object({ link: z.string(), expiresAtMs: z.int() }),
});
