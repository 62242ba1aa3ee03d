import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * Marks the newest twenty messages up to `newest` in the history of a new user as unread. The rest stays read. A repeated call
 * changes nothing.
 */
export const leaveNewestUnread = serviceCall({
  name: 'leaveNewestUnread',
  service: 'messaging',
  input: z.object({ organizationId: z.int(), userId: z.int(), channelIds: z.array(z.int()), newest: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
