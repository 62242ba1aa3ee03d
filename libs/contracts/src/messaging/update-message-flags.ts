import { z } from 'zod';
import { endpoint } from '../contract.js';
import { FLAG_ERRORS, NARROW_ERRORS, RANGE_ERRORS } from '../errors/error-lists.js';
import { bool, int, json, text, textOrJson } from '../wire/param.js';
import { EDITABLE_FLAGS } from './message-flag-names.js';
import { wireNarrow } from './wire-narrow.js';

/** The service validates `op` and `flag`, because their errors have their own texts. */
const change = {
  op: text().values(['add', 'remove']).describe('`add` or `remove`.').example('add'),
  flag: text().values(Object.keys(EDITABLE_FLAGS)).describe('`read`, `starred` or `collapsed`.').example('read'),
};
/** Use a narrow to change more. */
const MAX_MESSAGES = 10_000;
const ignoredChannels = z.array(z.int()).optional();

/** Adds or removes one of the caller's flags on messages. Messages in channels that the caller left cannot become unread. */
export const updateMessageFlags = endpoint({
  name: 'updateMessageFlags',
  method: 'POST',
  path: '/messages/flags',
  service: 'messaging',
  scope: 'personal',
  summary: 'Update personal message flags',
  params: { messages: json(z.array(z.int()).max(MAX_MESSAGES)).example([42]), ...change },
  response: { messages: z.array(z.int()), ignored_because_not_subscribed_channels: ignoredChannels },
  errors: ['invalidMessages', ...FLAG_ERRORS],
  safeToRetry: true,
  example: { messages: [42] },
});

/** Like updateMessageFlags, for the messages that GET /messages with the same range would return. */
export const updateMessageFlagsForNarrow = endpoint({
  name: 'updateMessageFlagsForNarrow',
  method: 'POST',
  path: '/messages/flags/narrow',
  service: 'messaging',
  scope: 'personal',
  alsoNeeds: 'read',
  expensive: true,
  summary: 'Update personal message flags for a narrow',
  params: {
    anchor: textOrJson<string | number>(z.union([z.string(), z.number()])).example('oldest'),
    anchor_date: text().optional().describe('As in GET /messages.'),
    include_anchor: bool().default(true),
    num_before: int({ min: 0 }).example(0),
    num_after: int({ min: 0 }).example(100),
    narrow: json(wireNarrow).default([]),
    ...change,
  },
  response: {
    processed_count: z.int(),
    updated_count: z.int(),
    first_processed_id: z.int().nullable(),
    last_processed_id: z.int().nullable(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
    ignored_because_not_subscribed_channels: ignoredChannels,
  },
  errors: [...FLAG_ERRORS, ...NARROW_ERRORS, ...RANGE_ERRORS],
  safeToRetry: true,
  example: {
    processed_count: 11,
    updated_count: 8,
    first_processed_id: 35,
    last_processed_id: 55,
    found_oldest: false,
    found_newest: true,
  },
});
