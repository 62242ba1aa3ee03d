import { checkPushSenders, pushSenderVariables } from '@parley/push';
import { baseVariables, mailInVariables, mailVariables, networksVariable, pushVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const notificationsConfig = z
  .object({
    ...baseVariables,
    ...storeVariables,
    ...mailVariables,
    ...mailInVariables,
    ...pushVariables,
    ...pushSenderVariables,
    /** Networks that are not on the public internet, in which the programs behind bots may be called all the same. */
    OUTGOING_WEBHOOK_NETWORKS: networksVariable,
  })
  .check(checkPushSenders);
export type NotificationsConfig = z.infer<typeof notificationsConfig>;
