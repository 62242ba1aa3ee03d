import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Removes an archived channel from the organization's settings for announcements. Settings with another channel do not change. */
export const forgetChannelInSettings = serviceCall({
  name: 'forgetChannelInSettings',
  service: 'organization',
  input: z.object({ organizationId: z.int(), channelId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
