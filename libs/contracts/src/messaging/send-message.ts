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
import { bool, choice, text, textOrJson } from '../wire/param.js';

/** Sends a message to a channel or to users. A repeated send with the same `(queue_id, local_id)` stores nothing and returns the first id. */
export const sendMessage = endpoint({
  name: 'sendMessage',
  rateLimit: 'sends',
  rendersText: 'content',
  method: 'POST',
  path: '/messages',
  service: 'messaging',
  scope: 'send',
  channelLimit: 'service',
  summary: 'Send a message',
  incomingWebhooks: true,
  params: {
    type: choice(['direct', 'channel', 'stream', 'private'])
      .describe('`stream` means channel; `private` means direct and is deprecated.')
      .example('channel'),
    to: textOrJson(z.unknown())
      .optional()
      .describe('Channel message: the name or id of the channel. Direct message: a list of user ids or of API email addresses.')
      .example('general'),
    content: text().describe('Message content in Markdown: at most `max_message_length` characters.').example('Hello, **world**'),
    topic: text()
      .alias('subject')
      .optional()
      .describe('Topic, for channel messages only: at most `max_topic_length` characters.')
      .example('greetings'),
    queue_id: text().optional().describe('Event queue of the sending client. Requires `local_id`.'),
    local_id: text()
      .optional()
      .describe(
        'An id that the client chooses for the message. It is returned as `local_message_id` in the event that `queue_id` receives.',
      ),
    read_by_sender: bool()
      .optional()
      .describe('Whether the message is marked as read for its sender. The default depends on the client name.'),
  },
  response: {
    id: z.int(),
    automatic_new_visibility_policy: z.int().optional(),
  },
  errors: [
    ...RECIPIENT_ERRORS,
    'expectedOneChannel',
    'invalidChannelType',
    'invalidRecipientsType',
    'missingChannel',
    'noSuchDestinationName',
    'noSuchDestinationId',
    ...CONTENT_ERRORS,
    ...MENTION_ERRORS,
    'invalidFormat',
    ...CHANNEL_SEND_ERRORS,
    ...DIRECT_SEND_ERRORS,
    ...TOPIC_NAME_ERRORS,
    'messageQuotaReached',
  ],
  example: { id: 42 },
});
