import { z } from 'zod';
import { callerSchema } from '../caller.js';
import { serviceCall } from '../contract.js';
import { apiErrorShapeSchema } from '../errors.js';

const credentials = z.object({
  host: z.string(),
  username: z.string(),
  apiKey: z.string(),
  /** The user name is not given: a webhook knows only the key of its bot. */
  keyAlone: z.literal(true).optional(),
  /** The caller heeds what an API token allows. Gateways of earlier versions do not, so tokens are refused without it. */
  acceptsTokens: z.literal(true).optional(),
  /** A directory calls. The key must be a token for provisioning, and the user name is not given. */
  provisioning: z.literal(true).optional(),
});
const identity = callerSchema.omit({ clientName: true });

/**
 * The identity for these credentials. `host` is the request's Host header. It identifies the organization; if it is bare (localhost, an IP
 * address), the API key does. `username` is the user's API or delivery email, regardless of case. Errors: malformedApiKey, invalidApiKey (also:
 * unknown email, key of another organization, expired token), apiKeysDisabled, userDeactivated, organizationDeactivated, unknownOrganization. The key
 * may be an API token.
 */
export const verifyCredentials = serviceCall({
  name: 'verifyCredentials',
  service: 'organization',
  input: credentials,
  output: identity,
  safeToRetry: true,
});

/** Maximum number of credentials in one call of `verifyManyCredentials`. */
export const MAX_CREDENTIALS_AT_ONCE = 250;

/** Like `verifyCredentials`, for many with one statement. Returns their results in order. */
export const verifyManyCredentials = serviceCall({
  name: 'verifyManyCredentials',
  service: 'organization',
  input: z.object({ credentials: z.array(credentials).min(1).max(MAX_CREDENTIALS_AT_ONCE) }),
  output: z.object({ answers: z.array(z.union([z.object({ identity }), z.object({ refusal: apiErrorShapeSchema })])) }),
  safeToRetry: true,
});
