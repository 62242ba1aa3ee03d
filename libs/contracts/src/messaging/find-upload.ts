import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * Where an uploaded file is, for whoever may read it: its owner, whoever may read a message that links it, and anybody if that message is in a
 * web-public channel that is open to him. Everybody else learns nothing: notFound, or unauthorized for whoever did not log in.
 */
export const findUpload = serviceCall({
  name: 'findUpload',
  service: 'messaging',
  /** `1/Ab3_x/cat.png`, of `/user_uploads/1/Ab3_x/cat.png`. */
  input: z.object({ pathId: z.string() }),
  output: z.object({
    /** In the storage. */
    key: z.string(),
    name: z.string(),
    /** Bytes. */
    size: z.int(),
  }),
  safeToRetry: true,
});
