import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathText } from '../wire/param.js';

/** A URL of an uploaded file that is valid for a minute without credentials, for programs that cannot send an API key. */
export const getTemporaryFileUrl = endpoint({
  name: 'getTemporaryFileUrl',
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename...}',
  service: 'messaging',
  scope: 'read',
  summary: 'Get a temporary URL for an uploaded file',
  params: {
    realm_id_str: pathText().describe('Id of the organization, from the URL of the file.').example('1'),
    filename: pathText().describe('The rest of the path, from the URL of the file.').example('4fQe.../notes.txt'),
  },
  response: { url: z.string() },
  errors: ['notFound'],
  example: { url: '/user_uploads/temporary/eyJr...nQ/notes.txt' },
});
