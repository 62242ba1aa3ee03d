import { z } from 'zod';
import { endpoint } from '../contract.js';
import { CONTENT_ERRORS } from '../errors/error-lists.js';
import { text } from '../wire/param.js';

/** Renders a text as a message of the caller. */
export const renderMessage = endpoint({
  name: 'renderMessage',
  method: 'POST',
  path: '/messages/render',
  service: 'messaging',
  scope: 'read',
  summary: 'Render a message',
  rendersText: 'content',
  params: { content: text().describe('Message content in Markdown.').example('*hello*') },
  response: { rendered: z.string() },
  errors: [...CONTENT_ERRORS],
  safeToRetry: true,
  example: { rendered: '<p><em>hello</em></p>' },
});
