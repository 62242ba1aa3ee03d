import { z } from 'zod';
import { endpoint } from '../contract.js';
import { Param, pathInt } from '../wire/param.js';
import { storableText } from '../wire/storable-text.js';

const text = (max: number) => new Param<string>(storableText({ min: 1, max }), 'text');

/** Adds a code playground. Administrators only. Errors list the invalid fields in `errors`. */
export const createPlayground = endpoint({
  name: 'createPlayground',
  method: 'POST',
  path: '/realm/playgrounds',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Add a code playground',
  params: {
    name: text(100).describe('Display name.').example('Python playground'),
    pygments_language: text(40).describe('A language name of the syntax highlighter.').example('Python'),
    url_template: text(1_000)
      .describe('URL template (RFC 6570) with the single variable `code`. Must begin with `http://` or `https://`.')
      .example('https://python.example.com?code={code}'),
  },
  response: { id: z.int() },
  errors: ['administratorsOnly', 'invalidFields', 'blankText', 'tooManyPlaygrounds'],
  example: { id: 3 },
});

/** Administrators only. */
export const deletePlayground = endpoint({
  name: 'deletePlayground',
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Remove a code playground',
  params: { playground_id: pathInt() },
  response: {},
  errors: ['administratorsOnly', 'noSuchPlayground'],
  example: {},
});
