import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** A call of the identity provider may take some seconds, and several are made. */
const TIMEOUT_MS = 25_000;
/** Longer queries than any provider sends. */
const MAX_SEARCH = 16_000;

/**
 * Begins to sign in through an identity provider, for the visitor at the host of an organization. `url`: of the provider. `state`: names the flow;
 * it is in that URL. `browserToken` goes into a cookie, so that only this browser can end the flow. `mobileOtp`: of an app, see `finishProviderSignIn`.
 * Errors: unknownOrganization, organizationDeactivated, noSuchProvider, invalidOneTimePad, providerFailed.
 */
export const beginProviderSignIn = serviceCall({
  name: 'beginProviderSignIn',
  service: 'organization',
  input: z.object({ providerId: z.string(), next: z.string().optional(), mobileOtp: z.string().optional() }),
  output: z.object({ url: z.string(), state: z.string(), browserToken: z.string(), lastsSeconds: z.int() }),
  timeoutMs: TIMEOUT_MS,
});

/**
 * Ends a flow with what the provider sent to the redirect URL: `search`, its query. Each flow ends once. A browser gets a session like that of
 * startSession. An app that began with a one-time pad gets the URL that opens it, with the API key encrypted by the pad.
 * Errors: those of beginProviderSignIn, signInExpired, signInRefused, identityNotAdmitted, identityNotInGroup, noAccountForIdentity, otherIdentityLinked,
 * userDeactivated, apiKeysDisabled, and those of a new account.
 */
export const finishProviderSignIn = serviceCall({
  name: 'finishProviderSignIn',
  service: 'organization',
  input: z.object({
    providerId: z.string(),
    search: z.string().max(MAX_SEARCH),
    browserToken: z.string(),
    userAgent: z.string(),
    /** The token of the session that the browser had. That session ends. */
    replaces: z.string().optional(),
  }),
  output: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('session'), token: z.string(), lastsSeconds: z.int(), next: z.string() }),
    z.object({ kind: z.literal('app'), url: z.string() }),
  ]),
  timeoutMs: TIMEOUT_MS,
});

/**
 * A provider says that a person signed out there (OpenID Connect Back-Channel Logout). Ends their sessions that began before.
 * Errors: unknownOrganization, noSuchProvider, invalidLogoutToken, providerFailed.
 */
export const endProviderSessions = serviceCall({
  name: 'endProviderSessions',
  service: 'organization',
  input: z.object({ providerId: z.string(), logoutToken: z.string().max(MAX_SEARCH) }),
  output: z.object({}),
  timeoutMs: TIMEOUT_MS,
  safeToRetry: true,
});

/** Where the caller ends their session with the provider through which the session of this request began. Null: there is no such page. */
export const providerSignOutUrl = serviceCall({
  name: 'providerSignOutUrl',
  service: 'organization',
  input: z.object({}),
  output: z.object({ url: z.string().nullable() }),
  safeToRetry: true,
});
