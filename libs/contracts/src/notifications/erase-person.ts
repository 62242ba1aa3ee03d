import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Deletes what a deactivated user would still be told of, and calls that wait for them if they are a bot. Errors: noSuchUser, accountActive. */
export const eraseWaitingNotifications = serviceCall({
  name: 'eraseWaitingNotifications',
  service: 'notifications',
  input: z.object({ organizationId: z.int(), userId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
