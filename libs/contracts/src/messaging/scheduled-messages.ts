import { z } from 'zod';
import { endpoint } from '../contract.js';
import {
  CHANNEL_SEND_ERRORS,
  CONTENT_ERRORS,
  DIRECT_SEND_ERRORS,
  MENTION_ERRORS,
  RECIPIENT_ERRORS,
  TOPIC_NAME_ERRORS,
} from '../errors/error-lists.js';
import { scheduledMessageExample } from '../examples/messages.js';
import { bool, choice, int, json, pathInt, text } from '../wire/param.js';
import { MAX_DELIVERY_TIMESTAMP, scheduledMessageObject } from './scheduled-message-object.js';

const type = choice(['direct', 'channel', 'stream', 'private'])
  .describe('`stream` means channel; `private` means direct and is deprecated.')
  .example('channel');
const to = json(z.union([z.int(), z.array(z.int())]))
  .describe('Channel message: the id of the channel. Direct message: a list of user ids.')
  .example(9);
const topic = text().optional().describe('Topic, for channel messages only: at most `max_topic_length` characters.').example('greetings');
const content = text()
  .describe('Message content in Markdown: at most `max_message_length` characters. Mentions are looked up again when the message is sent.')
  .example('Good morning');
const deliveryTime = int({ max: MAX_DELIVERY_TIMESTAMP })
  .describe('When the message is sent: seconds since the epoch.')
  .example(1_895_251_199);

const SEND_ERRORS = [
  ...RECIPIENT_ERRORS,
  'expectedOneChannel',
  'missingChannel',
  'noSuchDestinationId',
  ...CONTENT_ERRORS,
  ...MENTION_ERRORS,
  ...CHANNEL_SEND_ERRORS,
  ...DIRECT_SEND_ERRORS,
  ...TOPIC_NAME_ERRORS,
  'deliveryTimeNotInFuture',
] as const;

/** The caller's messages that are not sent yet, ordered by due time. */
export const listScheduledMessages = endpoint({
  name: 'listScheduledMessages',
  method: 'GET',
  path: '/scheduled_messages',
  service: 'messaging',
  scope: 'read',
  summary: 'Get scheduled messages',
  params: {},
  response: { scheduled_messages: z.array(scheduledMessageObject) },
  example: { scheduled_messages: [scheduledMessageExample] },
});

/** Whether the caller may send the message is checked now, and again when it is due. */
export const scheduleMessage = endpoint({
  name: 'scheduleMessage',
  rateLimit: 'sends',
  rendersText: 'content',
  method: 'POST',
  path: '/scheduled_messages',
  service: 'messaging',
  scope: 'send',
  summary: 'Schedule a message',
  params: {
    type,
    to,
    content,
    topic,
    scheduled_delivery_timestamp: deliveryTime,
    read_by_sender: bool()
      .optional()
      .describe(
        'Whether the message is marked as read for its sender. The default depends on the client name, and is false for a message that its sender alone receives.',
      ),
  },
  response: { scheduled_message_id: z.int() },
  errors: [...SEND_ERRORS, 'tooManyScheduledMessages'],
  example: { scheduled_message_id: 27 },
});

/** A message that could not be sent when it was due is sent at the new time, which is then required. */
export const editScheduledMessage = endpoint({
  name: 'editScheduledMessage',
  rateLimit: 'sends',
  rendersText: 'content',
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  service: 'messaging',
  scope: 'send',
  summary: 'Edit a scheduled message',
  params: {
    scheduled_message_id: pathInt(),
    type: type.optional().describe('A new type needs `to`, and `topic` if it is a channel message.'),
    to: to.optional(),
    content: content.optional(),
    topic,
    scheduled_delivery_timestamp: deliveryTime.optional(),
  },
  response: {},
  errors: ['nothingToChange', 'scheduledTypeNeedsRecipient', 'scheduledTypeNeedsTopic', 'noSuchScheduledMessage', ...SEND_ERRORS],
});

export const deleteScheduledMessage = endpoint({
  name: 'deleteScheduledMessage',
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  service: 'messaging',
  scope: 'send',
  summary: 'Delete a scheduled message',
  params: { scheduled_message_id: pathInt() },
  response: {},
  errors: ['noSuchScheduledMessage'],
});
