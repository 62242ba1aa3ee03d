import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * A link with which one person can join as an owner, with any address, until it expires like an invitation. For the operator, so no permission
 * is checked. It replaces the previous one. Errors: unknownOrganization, organizationDeactivated.
 */
export const inviteOwner = serviceCall({
  name: 'inviteOwner',
  service: 'invitations',
  input: z.object({ organizationId: z.int() }),
  output: z.object({ link: z.string(), expiresAtMs: z.int() }),
});
