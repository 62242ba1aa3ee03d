import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Replaces the address of a deactivated user in invitations that were sent to it. Errors: noSuchUser, accountActive. */
export const eraseInvitedAddress = serviceCall({
  name: 'eraseInvitedAddress',
  service: 'invitations',
  input: z.object({ organizationId: z.int(), userId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
