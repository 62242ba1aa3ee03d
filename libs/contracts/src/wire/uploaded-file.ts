import { z } from 'zod';

/** A file that a client sent, as the gateway tells a service of it: its bytes are in the storage already. */
export const uploadedFile = z.object({
  /** Where the bytes wait. The service moves them from there, or the gateway removes them. */
  key: z.string(),
  /** As the client named it: any text. */
  name: z.string(),
  /** Bytes. */
  size: z.int(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/** Where files wait until a service took them. What is still there after a day nobody will take. */
export const INCOMING_FOLDER = 'incoming';
