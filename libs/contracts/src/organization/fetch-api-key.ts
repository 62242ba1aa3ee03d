import { z } from 'zod';
import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

const credentials = {
  api_key: z.string(),
  /** The real address, not the API email. */
  email: z.string(),
  user_id: z.int(),
};

/**
 * Returns the API key for an email address and password. On a bare host the address identifies the account, if it is unique in the installation.
 * Neither the response nor its duration reveal whether the account exists.
 */
export const fetchApiKey = endpoint({
  name: 'fetchApiKey',
  rateLimit: 'login',
  method: 'POST',
  path: '/fetch_api_key',
  service: 'organization',
  scope: 'none',
  auth: 'none',
  summary: 'Fetch an API key with a password',
  params: {
    username: text().describe('Email address of the account.').example('iago@demo.example'),
    password: text(),
  },
  response: credentials,
  errors: [
    'invalidEmailAddress',
    'authenticationFailed',
    'userDeactivated',
    'organizationDeactivated',
    'passwordLoginDisabled',
    'apiKeysDisabled',
    'secondFactorInBrowser',
    'secondFactorMissing',
    'unknownOrganization',
  ],
  example: { api_key: 'hTHoqeZTKz8kE1Wt3FKv8wGHcZw1h4lp', email: 'iago@demo.example', user_id: 4 },
});

/** Like fetchApiKey, without a password. Only in the local demo. */
export const devFetchApiKey = endpoint({
  name: 'devFetchApiKey',
  method: 'POST',
  path: '/dev_fetch_api_key',
  service: 'organization',
  scope: 'none',
  auth: 'none',
  demoOnly: true,
  summary: 'Fetch an API key without a password',
  params: { username: text().describe('Email address of the account.').example('iago@demo.example') },
  response: credentials,
  errors: [
    'invalidEmailAddress',
    'authenticationFailed',
    'userDeactivated',
    'organizationDeactivated',
    'unknownOrganization',
    'apiKeysDisabled',
  ],
  example: { api_key: 'hTHoqeZTKz8kE1Wt3FKv8wGHcZw1h4lp', email: 'iago@demo.example', user_id: 4 },
});

const devUser = z.object({
  email: z.string(),
  realm_url: z.string(),
  /** Deprecated name of realm_url. */
  realm_uri: z.string(),
});

/** Users who can log in with devFetchApiKey: those of the organization in the host, or of all. Only in the local demo. */
export const devListUsers = endpoint({
  name: 'devListUsers',
  method: 'GET',
  path: '/dev_list_users',
  service: 'organization',
  scope: 'none',
  auth: 'none',
  demoOnly: true,
  summary: 'Get the users who can log in without a password',
  params: {},
  response: { direct_admins: z.array(devUser), direct_users: z.array(devUser) },
  errors: ['unknownOrganization'],
  example: {
    direct_admins: [{ email: 'iago@demo.example', realm_url: 'http://demo.localhost:9991', realm_uri: 'http://demo.localhost:9991' }],
    direct_users: [{ email: 'leila@demo.example', realm_url: 'http://demo.localhost:9991', realm_uri: 'http://demo.localhost:9991' }],
  },
});

/** Replaces the caller's API key. The old one is invalid at once, and all event queues of the caller end. */
export const regenerateApiKey = endpoint({
  name: 'regenerateApiKey',
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  service: 'organization',
  scope: 'full',
  summary: 'Regenerate your API key',
  params: {},
  description: 'In a browser session, confirm first that it is you, unless you signed in a moment ago.',
  response: { api_key: z.string() },
  errors: ['proofRequired'],
  example: { api_key: '5VGC3UvuNioqF2F2LJdjlDu1oza9BEOV' },
});
