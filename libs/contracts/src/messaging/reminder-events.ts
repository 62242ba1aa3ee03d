import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { reminderObject } from './reminder-object.js';

const userId = z.int();

/** A user asked for a reminder. */
export const reminderCreated = domainEvent({
  type: 'reminder.created',
  owner: 'messaging',
  payload: z.object({ userId, reminder: reminderObject }),
});

/** A reminder was sent or deleted. */
export const reminderRemoved = domainEvent({
  type: 'reminder.removed',
  owner: 'messaging',
  payload: z.object({ userId, reminderId: z.int() }),
});
