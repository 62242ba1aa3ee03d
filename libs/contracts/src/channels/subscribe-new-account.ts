import { z } from 'zod';
import { serviceCall } from '../contract.js';
import { notice } from '../messaging/send-notice.js';

/**
 * Subscribes an account that was just made to the organization's default channels, and to others that were chosen for it. Channels that are
 * archived or gone by now are left out, and those the person left already. Guests get only what was chosen for them.
 */
export const subscribeNewAccount = serviceCall({
  name: 'subscribeNewAccount',
  service: 'channels',
  input: z.object({
    organizationId: z.int(),
    userId: z.int(),
    /** Besides the default channels. */
    channelIds: z.array(z.int()),
    includesDefaults: z.boolean(),
    /** Of somebody who was invited: he finds in his history what was said lately in public channels, and then these notices are sent. */
    joined: z.object({ notices: z.array(z.object({ key: z.string(), notice })) }).optional(),
  }),
  output: z.object({}),
  safeToRetry: true,
});
