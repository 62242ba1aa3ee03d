import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json, Param, pathInt } from '../wire/param.js';
import { storableText } from '../wire/storable-text.js';

const MAX_LENGTH = 1_000;
/** The size of an index entry limits it to 2,000 bytes. */
const MAX_PATTERN_LENGTH = 500;
const MAX_ALTERNATIVES = 10;

const text = storableText({ max: MAX_LENGTH });
const nullableText = (description: string) =>
  new Param<string | null>(text.nullable(), 'text').optional().describe(`${description} Empty for none.`);

const definition = {
  pattern: new Param<string>(storableText({ max: MAX_PATTERN_LENGTH }), 'text')
    .describe('Regular expression in Python syntax, limited to what RE2 supports.')
    .example('#(?P<id>[0-9]+)'),
  url_template: new Param<string>(text, 'text')
    .describe('URL template (RFC 6570). Its variables are the named groups of `pattern`. Must begin with `http://` or `https://`.')
    .example('https://tracker.example.com/{id}'),
  example_input: nullableText('A text that `pattern` matches. Required with `reverse_template`.').example('#123'),
  reverse_template: nullableText(
    'Template that recreates the text from the variables: `{name}`, with `{{` and `}}` for literal braces.',
  ).example('#{id}'),
  alternative_url_templates: json(z.array(text).max(MAX_ALTERNATIVES))
    .optional()
    .describe('Further URL templates. Clients convert matching URLs back into the text.')
    .example(['https://old-tracker.example.com/{id}']),
};

/** Adds a linkifier in the last position. Administrators only. Errors list the invalid fields in `errors`. */
export const createLinkifier = endpoint({
  name: 'createLinkifier',
  method: 'POST',
  path: '/realm/filters',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Add a linkifier',
  params: definition,
  response: { id: z.int() },
  errors: ['administratorsOnly', 'invalidFields', 'tooManyLinkifiers'],
  example: { id: 3 },
});

/** Changes a linkifier. Absent optional values do not change. Administrators only. */
export const updateLinkifier = endpoint({
  name: 'updateLinkifier',
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Update a linkifier',
  params: { filter_id: pathInt(), ...definition },
  response: {},
  errors: ['administratorsOnly', 'invalidFields', 'noSuchLinkifier'],
  safeToRetry: true,
  example: {},
});

/** Administrators only. Existing messages keep their links. */
export const deleteLinkifier = endpoint({
  name: 'deleteLinkifier',
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Remove a linkifier',
  params: { filter_id: pathInt() },
  response: {},
  errors: ['administratorsOnly', 'noSuchLinkifier'],
  example: {},
});

/** Changes the order in which linkifiers are applied. Administrators only. */
export const reorderLinkifiers = endpoint({
  name: 'reorderLinkifiers',
  method: 'PATCH',
  path: '/realm/linkifiers',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Reorder linkifiers',
  params: { ordered_linkifier_ids: json(z.array(z.int())).describe('Ids of all linkifiers, each once, in the new order.').example([2, 1]) },
  response: {},
  errors: ['administratorsOnly', 'incompleteLinkifierOrder'],
  safeToRetry: true,
  example: {},
});
