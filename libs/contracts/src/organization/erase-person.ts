import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * Replaces the name and the address of a deactivated user, and deletes their picture, profile, credentials, and what names them in the audit log.
 * The account stays, because messages refer to it. After the other services, which need the address. Errors: noSuchUser, accountActive.
 */
export const eraseAccount = serviceCall({
  name: 'eraseAccount',
  service: 'organization',
  input: z.object({ organizationId: z.int(), userId: z.int() }),
  output: z.object({ fullName: z.string() }),
  safeToRetry: true,
});
