import { z } from 'zod';
import { callerSchema } from '../caller.js';
import { serviceCall } from '../contract.js';
import { apiErrorShapeSchema } from '../errors.js';

const credentials = z.object({ host: z.string(), username: z.string(), apiKey: z.string() });
const identity = callerSchema.omit({ clientName: true });

/**
 * Who has these credentials. `host` is the request's Host header. It names the organization; where it is bare (localhost, an address), the key
 * does. `username` is the user's API or delivery email, in any case.
 * Errors: malformedApiKey, invalidApiKey (also: unknown email, key of another organization), userDeactivated, organizationDeactivated,
 * unknownOrganization.
 */
export const verifyCredentials = serviceCall({
  name: 'verifyCredentials',
  service: 'organization',
  input: credentials,
  output: identity,
  safeToRetry: true,
});

/** Credentials in one call of `verifyManyCredentials`. */
export const MAX_CREDENTIALS_AT_ONCE = 250;

/** As `verifyCredentials`, for many with one statement: what each of them is answered, in their order. */
export const verifyManyCredentials = serviceCall({
  name: 'verifyManyCredentials',
  service: 'organization',
  input: z.object({ credentials: z.array(credentials).min(1).max(MAX_CREDENTIALS_AT_ONCE) }),
  output: z.object({ answers: z.array(z.union([z.object({ identity }), z.object({ refusal: apiErrorShapeSchema })])) }),
  safeToRetry: true,
});
