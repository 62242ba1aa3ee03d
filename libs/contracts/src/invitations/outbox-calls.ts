import { z } from 'zod';
import { serviceCall } from '../contract.js';

// Outbox calls to the invitations service.

/** A user joined by an invitation. Ends it if it was for one person, and all other invitations of their address. */
export const finishInvitation = serviceCall({
  name: 'finishInvitation',
  service: 'invitations',
  input: z.object({ organizationId: z.int(), invitationId: z.int(), email: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});
