import { z } from 'zod';

/** A file that a client uploaded. Its bytes are already in the storage when the service is called. */
export const uploadedFile = z.object({
  /** Its temporary storage key. The service moves the file, or the gateway removes it. */
  key: z.string(),
  /** The name given by the client: any text. */
  name: z.string(),
  /** Bytes. */
  size: z.int(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/** Folder of temporary files. Files that are still there after a day are not needed any more. */
export const INCOMING_FOLDER = 'incoming';
