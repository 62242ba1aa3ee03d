import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Whether the caller may add new users to these groups. Errors: invalidUserGroup, insufficientPermission. */
export const checkInvitedGroups = serviceCall({
  name: 'checkInvitedGroups',
  service: 'organization',
  input: z.object({ groupIds: z.array(z.int()) }),
  output: z.object({}),
  safeToRetry: true,
});

/**
 * Creates the account of an invitation, and initiates its subscriptions, group memberships, notices, and the end of the invitation. Errors:
 * invitationInvalid and joiningErrors.
 */
export const joinByInvitation = serviceCall({
  name: 'joinByInvitation',
  service: 'organization',
  input: z.object({
    organizationId: z.int(),
    invitationId: z.int(),
    fullName: z.string(),
    password: z.string(),
    /** Used only if the invitation has no address. */
    email: z.string().optional(),
    /** Groups of default channels that the person chose. */
    defaultGroupIds: z.array(z.int()).optional(),
  }),
  output: z.object({ userId: z.int(), email: z.string(), apiKey: z.string() }),
});
