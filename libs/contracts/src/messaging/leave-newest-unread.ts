import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * Makes the newest twenty messages up to `newest`, of those in the history of somebody who just joined, unread. The rest stays read. Asked again, it
 * changes nothing.
 */
export const leaveNewestUnread = serviceCall({
  name: 'leaveNewestUnread',
  service: 'messaging',
  input: z.object({ organizationId: z.int(), userId: z.int(), channelIds: z.array(z.int()), newest: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
