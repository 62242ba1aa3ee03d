import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** What an invitation offers, shown to all who have its link, at the host of its organization. Errors: invitationInvalid. */
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
    /** Who invites. Null: the operator of the server. */
    inviter: z.string().nullable(),
    /** Names of the channels that the invitation names, but for private ones: a link may end up anywhere. */
    channels: z.array(z.string()),
    /** How many private ones it names. */
    privateChannels: z.int(),
  }),
  safeToRetry: true,
});
