import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** The organization announces nothing in this channel any more, because it was archived. Settings that name another channel stay. */
export const forgetChannelInSettings = serviceCall({
  name: 'forgetChannelInSettings',
  service: 'organization',
  input: z.object({ organizationId: z.int(), channelId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
