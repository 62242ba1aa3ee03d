import { z } from 'zod';
import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

/**
 * Mails a link with which whoever reads that mailbox chooses a new password. The answer, and how long it takes, are the same whether there is such
 * an account or not: it is looked up when the mail is sent. On a bare host the address names the account, if it is unique in the installation.
 */
export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  rateLimit: 'mails',
  method: 'POST',
  path: '/accounts/password/reset',
  service: 'organization',
  auth: 'none',
  summary: 'Request a password reset link',
  params: { email: text().describe('Email address of the account.').example('iago@demo.example') },
  response: {},
  errors: ['badRequest', 'mailNotConfigured', 'unknownOrganization'],
});

/**
 * Sets the password of the account that the link was mailed to. Once, within a day; then every other link to a new password is void. The API key
 * stays: whoever fears that somebody else has it asks for a new one.
 */
export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/accounts/password/reset/confirm',
  service: 'organization',
  auth: 'none',
  summary: 'Reset a password',
  provesMailbox: true,
  params: { key: text().describe('The key from the link in the email.'), new_password: text() },
  response: {
    /** The real address, to log in with. */
    email: z.string(),
    realm_url: z.string(),
  },
  errors: ['confirmationInvalid', 'badRequest', 'passwordLoginDisabled'],
  example: { email: 'zoe@demo.example', realm_url: 'https://demo.chat.example' },
});
