import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

/**
 * Mails a list of the organizations of this installation in which the address has an account. Neither the response nor its duration reveal
 * whether there are any.
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
  errors: ['invalidEmailAddress', 'mailNotConfigured'],
});
