import { z } from 'zod';
import { serviceCall } from '../contract.js';
import { PROVIDER_KINDS } from './identity-providers.js';

// Calls of the operator's command line, as in operator-calls.ts.

/** Errors: unknownOrganization. */
export const listProvidersOfOrganization = serviceCall({
  name: 'listProvidersOfOrganization',
  service: 'organization',
  input: z.object({ organizationId: z.int() }),
  output: z.object({
    isPasswordEnabled: z.boolean(),
    providers: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(PROVIDER_KINDS),
        name: z.string(),
        isEnabled: z.boolean(),
        isDisabledByOperator: z.boolean(),
        linkedAccounts: z.int(),
      }),
    ),
  }),
  safeToRetry: true,
});

/** What owners cannot override. Forbidding a provider ends the sessions that began through it. Errors: noSuchProvider. */
export const allowProvider = serviceCall({
  name: 'allowProvider',
  service: 'organization',
  input: z.object({ organizationId: z.int(), providerId: z.string(), isAllowed: z.boolean() }),
  output: z.object({}),
  safeToRetry: true,
});

/** Lets people sign in with passwords again. Errors: unknownOrganization. */
export const enablePasswordLogin = serviceCall({
  name: 'enablePasswordLogin',
  service: 'organization',
  input: z.object({ organizationId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
