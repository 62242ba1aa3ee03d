import { z } from 'zod';
import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';
import { emailDomainErrors } from './account-errors.js';

/**
 * Changes the user's address to the one to which the link was sent. The link leads to a page of the gateway, which asks for confirmation and then
 * calls this: programs that follow links in mails confirm nothing.
 */
export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  method: 'POST',
  path: '/accounts/confirm_new_email',
  service: 'organization',
  scope: 'none',
  auth: 'none',
  summary: 'Confirm a new email address',
  params: { key: text().describe('The key from the link in the email.') },
  response: { email: z.string() },
  errors: ['confirmationInvalid', 'emailChangesDisabled', 'emailHasAccount', ...emailDomainErrors],
  example: { email: 'zoe@demo.example' },
});
