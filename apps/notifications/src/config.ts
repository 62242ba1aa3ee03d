import { checkPushSenders, pushSenderVariables } from '@parley/push';
import { baseVariables, mailInVariables, mailVariables, pushVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';
import { areNetworks, networksIn } from './outgoing/public-address.js';

export const notificationsConfig = z
  .object({
    ...baseVariables,
    ...storeVariables,
    ...mailVariables,
    ...mailInVariables,
    ...pushVariables,
    ...pushSenderVariables,
    /** Networks that are not on the public internet, in which the programs behind bots may be called all the same. */
    OUTGOING_WEBHOOK_NETWORKS: z
      .string()
      .default('')
      .refine(areNetworks, 'must be networks with commas, such as 10.1.0.0/16,fd00:1::/32')
      .transform(networksIn),
  })
  .check(checkPushSenders);
export type NotificationsConfig = z.infer<typeof notificationsConfig>;
