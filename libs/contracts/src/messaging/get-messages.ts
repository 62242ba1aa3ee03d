import { z } from 'zod';
import { endpoint } from '../contract.js';
import { NARROW_ERRORS, RANGE_ERRORS } from '../errors/error-lists.js';
import { messageExample } from '../examples/messages.js';
import { MAX_MESSAGES_PER_FETCH } from '../limits.js';
import { bool, int, json, text, textOrJson } from '../wire/param.js';
import { messageObject } from './message-object.js';
import { MAX_EXPENSIVE_NARROW_TERMS, MAX_NARROW_TERMS, wireNarrow } from './wire-narrow.js';

/** Messages around an anchor that match a narrow, oldest first. */
export const getMessages = endpoint({
  name: 'getMessages',
  method: 'GET',
  path: '/messages',
  service: 'messaging',
  scope: 'read',
  channelLimit: 'service',
  expensive: true,
  auth: 'optional',
  summary: 'Get messages',
  description:
    `Returns at most ${MAX_MESSAGES_PER_FETCH} messages. Without a channel in the narrow, only messages that the caller received are searched. ` +
    `A narrow has at most ${MAX_NARROW_TERMS} terms, and at most ${MAX_EXPENSIVE_NARROW_TERMS} different terms each of \`dm-including\`, \`mentions\` and negated \`search\`. ` +
    'Without credentials, only messages in web-public channels can be read, and the narrow must contain `channels:web-public`.',
  params: {
    anchor: textOrJson<string | number>(z.union([z.string(), z.number()]))
      .optional()
      .describe('A message id, or `newest`, `oldest`, `first_unread` or `date`.')
      .example('newest'),
    anchor_date: text()
      .optional()
      .describe(
        'Date and time in ISO 8601, for the anchor `date`: the first message sent at or after this time, or the newest message if there is none.',
      ),
    include_anchor: bool().optional().describe('Include the anchor message if it matches. Defaults to true.'),
    num_before: int({ min: 0 }).optional().example(100),
    num_after: int({ min: 0 }).optional().example(0),
    narrow: json(wireNarrow)
      .optional()
      .example([{ operator: 'channel', operand: 'general' }]),
    client_gravatar: bool().alias('client_extavatar').default(true),
    apply_markdown: bool().default(true),
    use_first_unread_anchor: bool().default(false).deprecated(),
    message_ids: json(z.array(z.int()).max(MAX_MESSAGES_PER_FETCH))
      .optional()
      .describe('Ids of the messages to return, instead of a range. Messages that the caller cannot see are omitted.'),
    allow_empty_topic_name: bool().default(false),
  },
  response: {
    messages: z.array(messageObject),
    /** NEWEST_ANCHOR is too large for z.int(). */
    anchor: z.number().meta({ type: 'integer' }).optional(),
    found_anchor: z.boolean().optional(),
    found_newest: z.boolean().optional(),
    found_oldest: z.boolean().optional(),
    history_limited: z.boolean(),
  },
  errors: [...NARROW_ERRORS, ...RANGE_ERRORS, 'missingParameter', 'unsupportedCombination', 'unauthorized'],
  example: {
    messages: [{ ...messageExample, flags: ['read'] }],
    anchor: 42,
    found_anchor: true,
    found_newest: true,
    found_oldest: false,
    history_limited: false,
  },
});
