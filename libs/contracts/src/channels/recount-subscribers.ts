import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * Recounts the subscribers of every channel of an organization and corrects wrong counts. Clients see the correct count when they register again.
 * For the operator's command line.
 */
export const recountSubscribers = serviceCall({
  name: 'recountSubscribers',
  service: 'channels',
  input: z.object({ organizationId: z.int() }),
  output: z.object({
    channels: z.int(),
    corrected: z.array(z.object({ channelId: z.int(), name: z.string(), before: z.int(), after: z.int() })),
  }),
  timeoutMs: 30_000,
});
