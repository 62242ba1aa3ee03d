import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** What an invitation offers, for anyone who has its link, at the host of its organization. Errors: invitationInvalid. */
export const describeInvitation = serviceCall({
  name: 'describeInvitation',
  service: 'invitations',
  input: z.object({ host: z.string(), token: z.string() }),
  output: z.object({
    /** Name of the organization. */
    organization: z.string(),
    organizationUrl: z.string(),
    /** Null for a link for many. */
    email: z.string().nullable(),
    /** The person enters an address, and continues with a link that is sent there. */
    provesAddress: z.boolean(),
    /** Name of the inviter. Null for the operator of the server. */
    inviter: z.string().nullable(),
    /** Names of the invitation's channels, except private ones, because links can leak. */
    channels: z.array(z.string()),
    /** Number of its private channels. */
    privateChannels: z.int(),
    /** Groups of default channels that the person can choose, with the names of the channels. */
    groups: z.array(z.object({ id: z.int(), name: z.string(), description: z.string(), channels: z.array(z.string()) })).optional(),
  }),
  safeToRetry: true,
});
