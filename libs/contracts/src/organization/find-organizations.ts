import { z } from 'zod';
import { endpoint, serviceCall } from '../contract.js';
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
  scope: 'none',
  auth: 'none',
  summary: 'Request an email with your organizations',
  params: { email: text().describe('Email address of the accounts.').example('iago@demo.example') },
  response: {},
  errors: ['invalidEmailAddress', 'mailNotConfigured'],
});

const found = z.object({
  stringId: z.string(),
  name: z.string(),
  /** As stored with the account. */
  email: z.string(),
});

/** The organizations of this cell in which the address has an account that can log in. The gateway calls it if there are several cells. */
export const organizationsOfAddress = serviceCall({
  name: 'organizationsOfAddress',
  service: 'organization',
  input: z.object({ email: z.string() }),
  output: z.object({ organizations: z.array(found) }),
  safeToRetry: true,
});

/** As findOrganizations, with those that were found in other cells. */
export const mailOrganizationsOfAddress = serviceCall({
  name: 'mailOrganizationsOfAddress',
  service: 'organization',
  input: z.object({ email: z.string(), elsewhere: z.array(found) }),
  output: z.object({}),
});
