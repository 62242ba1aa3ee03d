import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * The part of PATCH /settings that is stored with the caller's account, all or nothing. The settings service calls it before its own part, because
 * this one can be rejected. Errors: humansOnly and ownAccountErrors.
 */
export const changeOwnAccount = serviceCall({
  name: 'changeOwnAccount',
  service: 'organization',
  input: z.object({
    fullName: z.string().optional(),
    /** The requested address, which receives a mail with a confirmation link. */
    email: z.string().optional(),
    password: z.object({ old: z.string(), new: z.string() }).optional(),
    timezone: z.string().optional(),
    emailAddressVisibility: z.int().optional(),
  }),
  output: z.object({}),
});
