import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Whether the caller may have new users subscribed to these channels: default channels, or ones to which they may add others. Errors: invalidInvitationChannel, cannotSubscribeOthers. */
export const checkInvitedChannels = serviceCall({
  name: 'checkInvitedChannels',
  service: 'channels',
  input: z.object({ channelIds: z.array(z.int()) }),
  output: z.object({}),
  safeToRetry: true,
});
