import { z } from 'zod';
import { endpoint } from '../contract.js';
import { storedText } from '../wire/param.js';

const MAX_TEXT = 8_000;

/** The welcome bot sends the text to the caller, as it would to a new user. For administrators. */
export const previewWelcomeMessage = endpoint({
  name: 'previewWelcomeMessage',
  rateLimit: 'sends',
  rendersText: 'welcome_message_custom_text',
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  service: 'messaging',
  scope: 'manage_organization',
  summary: 'Preview the welcome message',
  humansOnly: true,
  params: { welcome_message_custom_text: storedText({ max: MAX_TEXT }).describe('The text in Markdown.').example('Hello **you**') },
  response: { message_id: z.int() },
  errors: ['administratorsOnly', 'contentEmpty'],
  example: { message_id: 102 },
});
