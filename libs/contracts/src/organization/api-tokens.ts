import { z } from 'zod';
import { endpoint } from '../contract.js';
import { TOKEN_SCOPES } from '../token-scopes.js';
import { int, json, Param, pathText, text } from '../wire/param.js';
import { nameText } from '../wire/storable-text.js';

/** By which scanners of sources and logs recognize a token. No API key has an underscore. */
export const API_TOKEN_PREFIX = 'parley_';
/** The prefix and 40 random alphanumeric characters. */
export const API_TOKEN = /^parley_[A-Za-z0-9]{40}$/;

export const MAX_TOKENS = 100;
export const MAX_TOKEN_CHANNELS = 100;
export const MAX_TOKEN_NAME = 60;
/** The end of the year 9999, in seconds. */
export const MAX_TOKEN_TIME = 253_402_300_799;

const tokenObject = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** The channels to which it is limited. Null: all. */
  channel_ids: z.array(z.int()).nullable(),
  /** Seconds since the epoch, like all times here. */
  created_at: z.int(),
  /** Null: it does not expire. */
  expires_at: z.int().nullable(),
  /** Precise to an hour. Null: it was not used yet. */
  last_used_at: z.int().nullable(),
};

const example = {
  id: '0b6f1c52-3f0e-4b7b-9a53-b1f4f3f6f6d0',
  name: 'Build server',
  scopes: ['send'],
  channel_ids: [7],
  created_at: 1_795_500_000,
  expires_at: 1_803_276_000,
  last_used_at: null,
};

const owner = () => int({ min: 1 }).optional().example(12);

export const listApiTokens = endpoint({
  name: 'listApiTokens',
  method: 'GET',
  path: '/api_tokens',
  service: 'organization',
  scope: 'full',
  summary: 'List API tokens',
  description: 'The newest first. The tokens themselves are not stored, so no response has them.',
  params: {
    user_id: owner().describe('A bot of yours. Administrators can name any user; only owners can name an owner. Defaults to you.'),
  },
  response: { tokens: z.array(z.object(tokenObject)) },
  errors: ['noSuchUser', 'administratorsOnly', 'ownersOnly'],
  example: { tokens: [example] },
});

export const createApiToken = endpoint({
  name: 'createApiToken',
  method: 'POST',
  path: '/api_tokens',
  service: 'organization',
  scope: 'full',
  summary: 'Create an API token',
  description:
    'The token takes the place of the API key: it is the password of HTTP Basic, with the email address of the account. It is shown only in this response.',
  params: {
    name: new Param<string>(nameText({ min: 1, max: MAX_TOKEN_NAME }), 'text')
      .describe('Shown in the list of tokens.')
      .example('Build server'),
    scopes: json(z.array(z.enum(TOKEN_SCOPES)).min(1))
      .describe('What the token may do. The rights of the account are the limit.')
      .example(['send']),
    channel_ids: json(z.array(z.int()).min(1).max(MAX_TOKEN_CHANNELS))
      .optional()
      .describe(
        'Limits the token to these channels. It then has no access to direct messages, events and files, and only the scopes `read`, `send` and `manage_channels` are possible.',
      ),
    expires_at: int({ min: 0, max: MAX_TOKEN_TIME })
      .optional()
      .describe('Seconds since the epoch. Without it, the token does not expire.')
      .example(4_102_444_800),
    user_id: owner().describe('A bot whose API key you may read. Defaults to you.'),
    password: text().optional().describe('Your password. Required in a browser session if you have one.'),
  },
  response: { token: z.string(), ...tokenObject },
  errors: [
    'invalidChannelId',
    'tokenExpiryInPast',
    'scopesNotForChannels',
    'tooManyTokens',
    'wrongPassword',
    'proofRequired',
    'noSuchBot',
    'insufficientPermission',
    'administratorsOnly',
    'ownersOnly',
    'userDeactivated',
  ],
  example: { token: 'parley_0dSZVGkwl3ffyN1Wt3FKv8wGHcZw1h4lpQyTbX2m', ...example },
});

export const revokeApiToken = endpoint({
  name: 'revokeApiToken',
  method: 'DELETE',
  path: '/api_tokens/{api_token_id}',
  service: 'organization',
  scope: 'full',
  safeToRetry: false,
  summary: 'Revoke an API token',
  description: 'It is invalid at once. Administrators can revoke the tokens of all users; only owners can revoke those of owners.',
  params: { api_token_id: pathText().example('0b6f1c52-3f0e-4b7b-9a53-b1f4f3f6f6d0') },
  response: {},
  errors: ['noSuchToken', 'ownersOnly'],
});
