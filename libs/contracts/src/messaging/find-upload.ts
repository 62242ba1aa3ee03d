import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * The storage key of an uploaded file, for users who may read it: its owner, readers of a message that links it, and everyone if such a message is
 * in a web-public channel that is visible to them. Others get notFound, or unauthorized if they are not logged in.
 */
export const findUpload = serviceCall({
  name: 'findUpload',
  service: 'messaging',
  /** `1/Ab3_x/cat.png`, of `/user_uploads/1/Ab3_x/cat.png`. */
  input: z.object({ pathId: z.string() }),
  output: z.object({
    /** Its storage key. */
    key: z.string(),
    name: z.string(),
    /** Bytes. */
    size: z.int(),
  }),
  safeToRetry: true,
});
