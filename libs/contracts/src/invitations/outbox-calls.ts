import { z } from 'zod';
import { serviceCall } from '../contract.js';

// Outbox calls to the invitations service.

/** Sends the mails of invitations. A repeated call with the same `mail` of an invitation sends nothing. */
export const mailInvitations = serviceCall({
  name: 'mailInvitations',
  service: 'invitations',
  input: z.object({
    organizationId: z.int(),
    /** `mail`: 1 for the first mail of the invitation, 2 for the first resend. Only the newest one is sent. */
    mails: z.array(z.object({ invitationId: z.int(), mail: z.int() })),
  }),
  output: z.object({}),
  safeToRetry: true,
});

/** A user joined by an invitation. Ends it if it was for one person, and all other invitations of their address. */
export const finishInvitation = serviceCall({
  name: 'finishInvitation',
  service: 'invitations',
  input: z.object({ organizationId: z.int(), invitationId: z.int(), email: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});
