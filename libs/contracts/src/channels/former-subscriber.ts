import { z } from 'zod';
import { inheritedNotifications } from '../settings/inherited-notifications.js';
import { personalProperties } from './subscription-object.js';

/** A user who was subscribed to a channel in the past, with their properties of it. */
export const formerSubscriber = z.object({
  userId: z.int(),
  properties: personalProperties,
  /** Present if they are not the initial values. */
  inherited: inheritedNotifications.optional(),
});
export type FormerSubscriber = z.infer<typeof formerSubscriber>;
