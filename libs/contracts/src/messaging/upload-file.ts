import { z } from 'zod';
import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { oneFile } from '../wire/param.js';

const STORING_TIMEOUT_MS = 30_000;

/** Stores a file. Other users may read it once a message that they may read links it. A file without links is deleted after a week. */
export const uploadFile = endpoint({
  name: 'uploadFile',
  method: 'POST',
  path: '/user_uploads',
  service: 'messaging',
  scope: 'send',
  channelLimit: 'unaffected',
  summary: 'Upload a file',
  description: 'Send a multipart form with one file, under any field name. Link the returned URL in a message.',
  params: {
    file: oneFile({
      missing: 'missingUpload',
      several: 'severalUploads',
      maxMib: LIMITS.max_file_upload_size_mib,
    }),
  },
  response: {
    url: z.string(),
    /** Deprecated name of `url`. */
    uri: z.string(),
    filename: z.string(),
  },
  timeoutMs: STORING_TIMEOUT_MS,
  errors: ['uploadQuotaReached', 'ownUploadQuotaReached'],
  example: { url: '/user_uploads/1/4fQe.../notes.txt', uri: '/user_uploads/1/4fQe.../notes.txt', filename: 'notes.txt' },
});
