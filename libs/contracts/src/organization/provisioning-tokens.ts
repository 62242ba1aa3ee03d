import { z } from 'zod';
import { endpoint } from '../contract.js';
import { int, Param, pathText, text } from '../wire/param.js';
import { nameText } from '../wire/storable-text.js';
import { MAX_TOKEN_NAME, MAX_TOKEN_TIME } from './api-tokens.js';

const tokenObject = {
  id: z.string(),
  name: z.string(),
  /** Seconds since the epoch, like all times here. */
  created_at: z.int(),
  /** Null: it does not expire. */
  expires_at: z.int().nullable(),
  /** Precise to an hour. Null: it was not used yet. */
  last_used_at: z.int().nullable(),
};

const example = {
  id: '5c1d0f0e-9a53-4b7b-8f3a-1b7b3f0e6c52',
  name: 'Okta',
  created_at: 1_795_500_000,
  expires_at: null,
  last_used_at: 1_795_501_200,
};

export const listProvisioningTokens = endpoint({
  name: 'listProvisioningTokens',
  method: 'GET',
  path: '/provisioning_tokens',
  service: 'organization',
  scope: 'full',
  summary: 'List provisioning tokens',
  description: 'The tokens with which directories keep accounts and groups at `/scim/v2`. The newest first. Only for owners.',
  params: {},
  response: { tokens: z.array(z.object(tokenObject)) },
  errors: ['ownersOnly'],
  example: { tokens: [example] },
});

export const createProvisioningToken = endpoint({
  name: 'createProvisioningToken',
  method: 'POST',
  path: '/provisioning_tokens',
  service: 'organization',
  scope: 'full',
  summary: 'Create a provisioning token',
  description:
    'A directory sends the token as `Authorization: Bearer` to `/scim/v2`. It belongs to the organization, not to the owner who creates it. It can create, change and deactivate all accounts, so keep it like the password of an owner. It is shown only in this response. Only for owners.',
  params: {
    name: new Param<string>(nameText({ min: 1, max: MAX_TOKEN_NAME }), 'text').describe('Shown in the list of tokens.').example('Okta'),
    expires_at: int({ min: 0, max: MAX_TOKEN_TIME })
      .optional()
      .describe('Seconds since the epoch. Without it, the token does not expire.')
      .example(4_102_444_800),
    password: text().optional().describe('Your password. Required in a browser session if you have one.'),
  },
  response: { token: z.string(), ...tokenObject },
  errors: ['ownersOnly', 'tokenExpiryInPast', 'tooManyTokens', 'wrongPassword', 'proofRequired'],
  example: { token: 'parley_0dSZVGkwl3ffyN1Wt3FKv8wGHcZw1h4lpQyTbX2m', ...example, last_used_at: null },
});

export const revokeProvisioningToken = endpoint({
  name: 'revokeProvisioningToken',
  method: 'DELETE',
  path: '/provisioning_tokens/{provisioning_token_id}',
  service: 'organization',
  scope: 'full',
  safeToRetry: false,
  summary: 'Revoke a provisioning token',
  description: 'It is invalid at once. What the directory changed stays. Only for owners.',
  params: { provisioning_token_id: pathText().example('5c1d0f0e-9a53-4b7b-8f3a-1b7b3f0e6c52') },
  response: {},
  errors: ['ownersOnly', 'noSuchToken'],
});
