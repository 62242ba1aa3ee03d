import { z } from 'zod';
import { callerSchema } from '../caller.js';
import { serviceCall } from '../contract.js';

/**
 * Who somebody with these credentials is (spec section 5). `host` is the request's Host header: it names the organization, or, where it is
 * bare (localhost, an address), the key does. `username` is the user's API or delivery email, in any case.
 * Errors: malformedApiKey, invalidApiKey (also: unknown email, key of another organization), userDeactivated, organizationDeactivated,
 * unknownOrganization.
 */
export const verifyCredentials = serviceCall({
  name: 'verifyCredentials',
  service: 'organization',
  input: z.object({ host: z.string(), username: z.string(), apiKey: z.string() }),
  output: callerSchema.omit({ clientName: true }),
  safeToRetry: true,
});
