import { z } from 'zod';
import { serviceCall } from '../contract.js';

// What changes owe to the invitations service.

/** Has invitations mailed. The same mail of the same invitation again sends nothing. */
export const mailInvitations = serviceCall({
  name: 'mailInvitations',
  service: 'invitations',
  input: z.object({
    organizationId: z.int(),
    /** `mail`: the how manieth of the invitation. */
    mails: z.array(z.object({ invitationId: z.int(), mail: z.int() })),
  }),
  output: z.object({}),
  safeToRetry: true,
});

/** Somebody joined by an invitation. It ends where it was for one, and with it all others of his address. */
export const finishInvitation = serviceCall({
  name: 'finishInvitation',
  service: 'invitations',
  input: z.object({ organizationId: z.int(), invitationId: z.int(), email: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});
