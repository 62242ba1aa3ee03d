import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

/**
 * Mails a list of the organizations of this installation where the address has an account. The answer, and how long it takes, are the same
 * whether there is any or not.
 */
export const findOrganizations = endpoint({
  name: 'findOrganizations',
  rateLimit: 'mails',
  method: 'POST',
  path: '/accounts/find',
  service: 'organization',
  auth: 'none',
  summary: 'Request an email with your organizations',
  params: { email: text().describe('Email address of the accounts.').example('iago@demo.example') },
  response: {},
  errors: ['badRequest', 'mailNotConfigured'],
});
