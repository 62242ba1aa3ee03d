import { z } from 'zod';
import { endpoint } from '../contract.js';
import { CHANNEL_SEND_ERRORS, DIRECT_SEND_ERRORS, EDIT_ERRORS, RECIPIENT_ERRORS, TOPIC_NAME_ERRORS } from '../errors/error-lists.js';
import { int, json, pathInt, text } from '../wire/param.js';

const MAX_RECIPIENTS = 1_000;
const op = text().values(['start', 'stop']).describe('`start` or `stop`.').example('start');

/**
 * Notifies others that the caller is typing to them. Nothing is stored: under overload it is rejected, and the client's next one counts.
 * The service validates `type`, `op` and the parameters of a type, because their errors have their own texts.
 */
export const setTyping = endpoint({
  name: 'setTyping',
  method: 'POST',
  path: '/typing',
  service: 'messaging',
  scope: 'send',
  summary: 'Set typing status',
  params: {
    op,
    type: text().values(['direct', 'channel', 'stream']).default('direct').describe('`direct` or `channel`; `stream` means `channel`.'),
    to: json(z.array(z.union([z.int(), z.string()])).max(MAX_RECIPIENTS))
      .optional()
      .describe('For direct messages: the user ids of the recipients. API email addresses are accepted too.')
      .example([8]),
    stream_id: int().optional().describe('For channel messages.').example(9),
    topic: text().optional().describe('For channel messages.').example('plans'),
  },
  response: {},
  errors: [
    'invalidTypingOperation',
    'invalidTypingType',
    'missingTypingRecipients',
    'emptyTypingRecipients',
    'missingTypingChannel',
    ...RECIPIENT_ERRORS,
    'invalidChannelId',
    'typingDisabled',
    'unavailable',
    ...CHANNEL_SEND_ERRORS,
    ...DIRECT_SEND_ERRORS,
    ...TOPIC_NAME_ERRORS,
  ],
});

/** Notifies others that the caller is editing a message. */
export const setEditTyping = endpoint({
  name: 'setEditTyping',
  method: 'POST',
  path: '/messages/{message_id}/typing',
  service: 'messaging',
  scope: 'send',
  summary: 'Set typing status for a message edit',
  params: { message_id: pathInt(), op },
  response: {},
  errors: ['invalidTypingOperation', 'invalidMessages', ...EDIT_ERRORS, 'typingDisabled', 'unavailable'],
});
