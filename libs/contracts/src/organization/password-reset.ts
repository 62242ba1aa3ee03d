import { z } from 'zod';
import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

/**
 * Mails a link with which the reader of that mailbox can choose a new password. Neither the response nor its duration reveal whether the
 * account exists: it is looked up when the mail is sent. On a bare host the address identifies the account, if it is unique in the installation.
 */
export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  rateLimit: 'mails',
  method: 'POST',
  path: '/accounts/password/reset',
  service: 'organization',
  scope: 'none',
  auth: 'none',
  summary: 'Request a password reset link',
  params: { email: text().describe('Email address of the account.').example('iago@demo.example') },
  response: {},
  errors: ['invalidEmailAddress', 'mailNotConfigured', 'unknownOrganization'],
});

/**
 * Sets the password of the account that the link was sent to. It works once, within a day, and invalidates all other reset links. The API key
 * does not change; users who fear that it leaked can replace it.
 */
export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/accounts/password/reset/confirm',
  service: 'organization',
  scope: 'none',
  auth: 'none',
  summary: 'Reset a password',
  provesMailbox: true,
  params: { key: text().describe('The key from the link in the email.'), new_password: text() },
  response: {
    /** The real address, for the login. */
    email: z.string(),
    realm_url: z.string(),
  },
  errors: ['confirmationInvalid', 'weakPassword', 'passwordLoginDisabled'],
  example: { email: 'zoe@demo.example', realm_url: 'https://demo.chat.example' },
});
