import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Whether the caller may put newcomers into these groups. Errors: invalidUserGroup, insufficientPermission. */
export const checkInvitedGroups = serviceCall({
  name: 'checkInvitedGroups',
  service: 'organization',
  input: z.object({ groupIds: z.array(z.int()) }),
  output: z.object({}),
  safeToRetry: true,
});

/**
 * Makes the account that an invitation offers, and sees to its channels, its groups, those who are told, and the end of the invitation. Errors:
 * invitationInvalid, badRequest.
 */
export const joinByInvitation = serviceCall({
  name: 'joinByInvitation',
  service: 'organization',
  input: z.object({
    organizationId: z.int(),
    invitationId: z.int(),
    fullName: z.string(),
    password: z.string(),
    /** Counts where the invitation names none. */
    email: z.string().optional(),
  }),
  output: z.object({ userId: z.int(), email: z.string(), apiKey: z.string() }),
});
