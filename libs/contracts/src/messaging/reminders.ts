import { z } from 'zod';
import { endpoint } from '../contract.js';
import { reminderExample } from '../examples/messages.js';
import { int, pathInt, text } from '../wire/param.js';
import { reminderObject } from './reminder-object.js';
import { MAX_DELIVERY_TIMESTAMP } from './scheduled-message-object.js';

/** The caller's reminders that are not sent yet, ordered by due time. */
export const listReminders = endpoint({
  name: 'listReminders',
  method: 'GET',
  path: '/reminders',
  service: 'messaging',
  scope: 'read',
  summary: 'Get reminders',
  params: {},
  response: { reminders: z.array(reminderObject) },
  example: { reminders: [reminderExample] },
});

/** The notification bot sends the caller a direct message about a message that they can read. */
export const createReminder = endpoint({
  name: 'createReminder',
  rateLimit: 'sends',
  method: 'POST',
  path: '/reminders',
  service: 'messaging',
  scope: 'personal',
  summary: 'Create a reminder about a message',
  params: {
    message_id: int().describe('The message to be reminded of.').example(42),
    scheduled_delivery_timestamp: int({ max: MAX_DELIVERY_TIMESTAMP })
      .describe('When the reminder is sent: seconds since the epoch.')
      .example(1_895_251_199),
    note: text().optional().describe('A text of the reminder, at most `max_reminder_note_length` characters.').example('Call them'),
  },
  response: { reminder_id: z.int() },
  errors: ['invalidMessages', 'deliveryTimeNotInFuture', 'reminderNoteTooLong', 'reminderNoteHasNullBytes', 'tooManyReminders'],
  example: { reminder_id: 27 },
});

export const deleteReminder = endpoint({
  name: 'deleteReminder',
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  service: 'messaging',
  scope: 'personal',
  summary: 'Delete a reminder',
  params: { reminder_id: pathInt() },
  response: {},
  errors: ['noSuchReminder'],
});
