import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Ends all queues of an organization that has moved to another cell. Its clients register again there. */
export const endQueues = serviceCall({
  name: 'endQueues',
  service: 'event-queue',
  input: z.object({ organizationId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
