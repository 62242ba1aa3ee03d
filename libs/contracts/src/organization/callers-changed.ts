import { z } from 'zod';
import { broadcast } from '../contract.js';

/**
 * To all gateways: cached identities of these callers are outdated (role, API key, deactivation). `userIds` null: of the whole
 * organization. Cached identities expire within seconds, so a lost broadcast only causes a delay.
 */
export const callersChanged = broadcast(
  'callers-changed',
  z.object({
    organizationId: z.int(),
    userIds: z.array(z.int()).nullable(),
    /** API keys may be refused from now on, so polls that were authenticated with one are answered, and authenticated again. */
    keysChanged: z.boolean().optional(),
  }),
);
