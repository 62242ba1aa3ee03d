import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Where somebody's picture is. Of whoever does not exist or may not be seen: a figure without a face. */
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
