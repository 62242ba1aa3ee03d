import { z } from 'zod';

/** Maximum number of reminders of a user, which is also what a registration lists. */
export const MAX_REMINDERS = 500;

/** A reminder in the format for clients: a message of the notification bot that is not sent yet. */
export const reminderObject = z
  .object({
    reminder_id: z.int(),
    type: z.literal('private'),
    /** Its owner. */
    to: z.array(z.int()),
    content: z.string(),
    rendered_content: z.string(),
    /** Seconds since the epoch. */
    scheduled_delivery_timestamp: z.int(),
    failed: z.boolean(),
    reminder_target_message_id: z.int(),
  })
  .meta({ id: 'Reminder' });
export type ReminderObject = z.infer<typeof reminderObject>;
