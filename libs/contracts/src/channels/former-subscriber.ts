import { z } from 'zod';
import { inheritedNotifications } from './inherited-notifications.js';
import { personalProperties } from './subscription-object.js';

/** Somebody who left a channel once, with what he had chosen for it. */
export const formerSubscriber = z.object({
  userId: z.int(),
  properties: personalProperties,
  /** Where that is not what it is initially. */
  inherited: inheritedNotifications.optional(),
});
export type FormerSubscriber = z.infer<typeof formerSubscriber>;
