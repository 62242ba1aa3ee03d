import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** The URL of a user's avatar. A neutral picture for users who do not exist or are hidden from the caller. */
export const findAvatar = serviceCall({
  name: 'findAvatar',
  service: 'organization',
  input: z.object({
    /** A user id, or an email address. */
    user: z.string(),
    isMedium: z.boolean(),
  }),
  output: z.object({ url: z.string() }),
  safeToRetry: true,
});
