import { z } from 'zod';
import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

/**
 * Makes the address that the link was mailed to the person's address. The link leads to a page of the gateway, which asks once more and then
 * calls this: what only looks at links in mail confirms nothing.
 */
export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  method: 'POST',
  path: '/accounts/confirm_new_email',
  service: 'organization',
  auth: 'none',
  summary: 'Confirm a new email address',
  params: { key: text().describe('The key from the link in the email.') },
  response: { email: z.string() },
  errors: ['confirmationInvalid', 'badRequest'],
  example: { email: 'zoe@demo.example' },
});
