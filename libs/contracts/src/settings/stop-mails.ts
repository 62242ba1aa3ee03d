import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * Ends mails about missed messages, or the digest, of the person who got the link with this token, in the organization of the host. Errors:
 * unknownOrganization, confirmationInvalid.
 */
export const stopMails = serviceCall({
  name: 'stopMails',
  service: 'settings',
  input: z.object({ token: z.string() }),
  output: z.object({ kind: z.enum(['missed', 'digest']) }),
  safeToRetry: true,
});
