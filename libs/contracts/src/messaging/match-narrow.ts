import { z } from 'zod';
import { endpoint } from '../contract.js';
import { NARROW_ERRORS } from '../errors/error-lists.js';
import { MAX_MESSAGES_PER_FETCH } from '../limits.js';
import { bool, json } from '../wire/param.js';
import { wireNarrow } from './wire-narrow.js';

/** The messages among these that match a narrow, and where they match. */
export const matchNarrow = endpoint({
  name: 'matchNarrow',
  method: 'GET',
  path: '/messages/matches_narrow',
  service: 'messaging',
  scope: 'read',
  expensive: true,
  summary: 'Check if messages match a narrow',
  params: {
    msg_ids: json(z.array(z.int()).max(MAX_MESSAGES_PER_FETCH)).example([42]),
    narrow: json(wireNarrow).example([{ operator: 'search', operand: 'fox' }]),
    allow_empty_topic_name: bool().default(false).describe('Return the empty topic name as an empty string instead of its display name.'),
  },
  response: {
    messages: z
      .record(z.string(), z.object({ match_content: z.string(), match_subject: z.string() }))
      .describe('Keyed by message id. HTML, with search matches in `<span class="highlight">`.'),
  },
  errors: [...NARROW_ERRORS],
  example: { messages: { 42: { match_content: '<p>a <span class="highlight">fox</span></p>', match_subject: 'animals' } } },
});
