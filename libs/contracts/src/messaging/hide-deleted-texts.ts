import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Removes the quotes of deleted messages from the reminders about them. A repeated call changes only what is left. */
export const hideDeletedTexts = serviceCall({
  name: 'hideDeletedTexts',
  service: 'messaging',
  input: z.object({ organizationId: z.int(), messageIds: z.array(z.int()) }),
  output: z.object({}),
  safeToRetry: true,
  timeoutMs: 30_000,
});
