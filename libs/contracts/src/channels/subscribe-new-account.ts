import { z } from 'zod';
import { serviceCall } from '../contract.js';
import { notice } from '../messaging/send-notice.js';

/**
 * Subscribes a new account to the organization's default channels, and to others that were chosen for it. Channels that were
 * archived or removed meanwhile are skipped, and those the user already left. Guests are subscribed only to chosen channels.
 */
export const subscribeNewAccount = serviceCall({
  name: 'subscribeNewAccount',
  service: 'channels',
  input: z.object({
    organizationId: z.int(),
    userId: z.int(),
    /** In addition to the default channels. */
    channelIds: z.array(z.int()),
    includesDefaults: z.boolean(),
    /** Groups of default channels that the person chose. Guests cannot choose any. */
    defaultGroupIds: z.array(z.int()).optional(),
    /** For an invited user: recent messages of public channels become part of their history, then these notices are sent. */
    joined: z.object({ notices: z.array(z.object({ key: z.string(), notice })) }).optional(),
  }),
  output: z.object({}),
  safeToRetry: true,
});
