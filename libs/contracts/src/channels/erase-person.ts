import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Deletes which topics a deactivated user follows and mutes. Errors: noSuchUser, accountActive. */
export const erasePersonalTopics = serviceCall({
  name: 'erasePersonalTopics',
  service: 'channels',
  input: z.object({ organizationId: z.int(), userId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
