import { z } from 'zod';
import { endpoint } from '../contract.js';
import { int, json, pathInt, text } from '../wire/param.js';

const MOST_RECIPIENTS = 1_000;
const op = text().values(['start', 'stop']).describe('`start` or `stop`.').example('start');

/**
 * Tells others that the caller is writing to them (spec 4.4). Nothing is kept: under overload it is refused, and the client's next one counts.
 * `type`, `op` and what a type needs are read by the service: their faults have texts of their own.
 */
export const setTyping = endpoint({
  name: 'setTyping',
  method: 'POST',
  path: '/typing',
  service: 'messaging',
  summary: 'Set typing status',
  params: {
    op,
    type: text().values(['direct', 'channel', 'stream']).default('direct').describe('`direct` or `channel`; `stream` means `channel`.'),
    to: json(z.array(z.union([z.int(), z.string()])).max(MOST_RECIPIENTS))
      .optional()
      .describe('For direct messages: the user ids of the recipients. API email addresses are accepted too.')
      .example([8]),
    stream_id: int().optional().describe('For channel messages.').example(9),
    topic: text().optional().describe('For channel messages.').example('plans'),
  },
  response: {},
  errors: ['invalidChannelId', 'unavailable', 'badRequest'],
});

/** Tells others that the caller is changing the text of a message. */
export const setEditTyping = endpoint({
  name: 'setEditTyping',
  method: 'POST',
  path: '/messages/{message_id}/typing',
  service: 'messaging',
  summary: 'Set typing status for a message edit',
  params: { message_id: pathInt(), op },
  response: {},
  errors: ['invalidMessages', 'unavailable', 'badRequest'],
});
