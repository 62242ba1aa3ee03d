import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * What of PATCH /settings is kept with the caller's account, all or nothing. Asked by the settings service, before its own part: this one can be
 * refused. Errors: humansOnly, mailNotConfigured, badRequest.
 */
export const changeOwnAccount = serviceCall({
  name: 'changeOwnAccount',
  service: 'organization',
  input: z.object({
    fullName: z.string().optional(),
    /** Asked for: a mail with a link goes there. */
    email: z.string().optional(),
    password: z.object({ old: z.string(), new: z.string() }).optional(),
    timezone: z.string().optional(),
    emailAddressVisibility: z.int().optional(),
  }),
  output: z.object({}),
});
