import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** What an invitation offers, for whoever has its link, at the host of its organization. Errors: invitationInvalid. */
export const describeInvitation = serviceCall({
  name: 'describeInvitation',
  service: 'invitations',
  input: z.object({ host: z.string(), token: z.string() }),
  output: z.object({
    /** Its name. */
    organization: z.string(),
    organizationUrl: z.string(),
    /** Null: a link for many. */
    email: z.string().nullable(),
  }),
  safeToRetry: true,
});
