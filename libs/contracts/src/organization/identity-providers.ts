import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, choice, json, Param, pathInt, pathText, storedText } from '../wire/param.js';
import { nameText } from '../wire/storable-text.js';

/** oidc: OpenID Connect. */
export const PROVIDER_KINDS = ['oidc'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const MAX_PROVIDERS = 20;
const MAX_NAME = 60;
const MAX_SECRET = 4_000;
/** The test asks the provider several times. */
const TEST_TIMEOUT_MS = 30_000;

const identityProvider = {
  id: z.string(),
  kind: z.enum(PROVIDER_KINDS),
  name: z.string(),
  is_enabled: z.boolean(),
  /** The operator of the installation turned it off. */
  is_disabled_by_operator: z.boolean(),
  config: z.record(z.string(), z.unknown()).describe('Without the secret.'),
  has_secret: z.boolean(),
  /** Where people begin to sign in. */
  login_url: z.string(),
  /** Registered with the provider: where it sends people after they signed in. */
  redirect_url: z.string(),
  /** Registered with the provider: where it reports that a person signed out. */
  logout_url: z.string(),
  /** The number of accounts that are linked to an identity. */
  linked_accounts: z.int(),
};

const config = {
  issuer: 'https://id.example.com/realms/acme',
  client_id: 'parley',
  domains: ['acme.example'],
  creates_accounts: true,
};

const example = {
  id: '0b6f1c52-3f0e-4b7b-9a53-b1f4f3f6f6d0',
  kind: 'oidc',
  name: 'Company account',
  is_enabled: true,
  is_disabled_by_operator: false,
  config,
  has_secret: true,
  login_url: 'http://demo.localhost:9991/accounts/login/sso/0b6f1c52-3f0e-4b7b-9a53-b1f4f3f6f6d0',
  redirect_url: 'http://demo.localhost:9991/accounts/login/sso/0b6f1c52-3f0e-4b7b-9a53-b1f4f3f6f6d0/callback',
  logout_url: 'http://demo.localhost:9991/accounts/login/sso/0b6f1c52-3f0e-4b7b-9a53-b1f4f3f6f6d0/logout',
  linked_accounts: 12,
};

const nameParam = () =>
  new Param<string>(nameText({ min: 1, max: MAX_NAME }), 'text')
    .describe('Shown on the button of the sign-in page.')
    .example('Company account');
const configParam = () =>
  json(z.record(z.string(), z.unknown())).describe('The connection, and the rules for accounts: see docs/sign-in.md.').example(config);
const secretParam = () =>
  storedText({ max: MAX_SECRET })
    .optional()
    .describe('The client secret. It is stored encrypted, and no response has it. An empty text removes it.')
    .example('correct-horse-battery-staple');
const providerId = () => pathText().example('0b6f1c52-3f0e-4b7b-9a53-b1f4f3f6f6d0');

/** Owners only, like all of them. */
export const listIdentityProviders = endpoint({
  name: 'listIdentityProviders',
  method: 'GET',
  path: '/identity_providers',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  summary: 'List identity providers',
  description: 'The oldest first. Requires an organization owner.',
  params: {},
  response: { identity_providers: z.array(z.object(identityProvider)) },
  errors: ['ownersOnly'],
  example: { identity_providers: [example] },
});

export const createIdentityProvider = endpoint({
  name: 'createIdentityProvider',
  method: 'POST',
  path: '/identity_providers',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  summary: 'Add an identity provider',
  description: 'People can sign in through it once it is enabled. Requires an organization owner.',
  params: {
    kind: choice(PROVIDER_KINDS).example('oidc'),
    name: nameParam(),
    config: configParam(),
    secret: secretParam(),
    is_enabled: bool().default(false),
  },
  response: identityProvider,
  errors: ['ownersOnly', 'invalidProvider', 'tooManyProviders', 'proofRequired'],
  example,
});

export const updateIdentityProvider = endpoint({
  name: 'updateIdentityProvider',
  method: 'PATCH',
  path: '/identity_providers/{provider_id}',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  safeToRetry: true,
  summary: 'Update an identity provider',
  description:
    'Parameters that are absent do not change. Disabling a provider ends the sessions that began through it. Requires an organization owner.',
  params: {
    provider_id: providerId(),
    name: nameParam().optional(),
    config: configParam().optional(),
    secret: secretParam(),
    is_enabled: bool().optional(),
  },
  response: identityProvider,
  errors: ['ownersOnly', 'noSuchProvider', 'invalidProvider', 'wouldLockOut', 'proofRequired'],
  example,
});

export const deleteIdentityProvider = endpoint({
  name: 'deleteIdentityProvider',
  method: 'DELETE',
  path: '/identity_providers/{provider_id}',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  safeToRetry: false,
  summary: 'Remove an identity provider',
  description: 'Accounts remain, and are no longer linked. Sessions that began through it end. Requires an organization owner.',
  params: { provider_id: providerId() },
  response: {},
  errors: ['ownersOnly', 'noSuchProvider', 'wouldLockOut', 'proofRequired'],
});

export const testIdentityProvider = endpoint({
  name: 'testIdentityProvider',
  method: 'POST',
  path: '/identity_providers/{provider_id}/test',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  safeToRetry: true,
  timeoutMs: TEST_TIMEOUT_MS,
  summary: 'Test an identity provider',
  description: 'Asks the provider whether the configuration is right. Requires an organization owner.',
  params: { provider_id: providerId() },
  response: {
    problems: z
      .array(z.object({ field: z.string().describe('Of `config`, or `secret`.'), problem: z.string() }))
      .describe('Empty if nothing is wrong.'),
  },
  errors: ['ownersOnly', 'noSuchProvider'],
  example: { problems: [{ field: 'secret', problem: 'The provider does not accept the client id with this secret.' }] },
});

export const unlinkIdentity = endpoint({
  name: 'unlinkIdentity',
  method: 'DELETE',
  path: '/identity_providers/{provider_id}/users/{user_id}',
  service: 'organization',
  scope: 'full',
  humansOnly: true,
  safeToRetry: false,
  summary: 'Unlink an account from its identity',
  description: 'The sessions of the account that began through the provider end. Requires an organization owner.',
  params: { provider_id: providerId(), user_id: pathInt().example(12) },
  response: {},
  errors: ['ownersOnly', 'noSuchProvider', 'noSuchUser', 'noSuchIdentity', 'wouldLockOut', 'proofRequired'],
});
