import { z } from 'zod';
import { serviceCall } from '../contract.js';

// Calls of the operator's command line to the messaging service. Without HTTP endpoints.

/**
 * Verifies that the files of a part of the uploads are in the storage with their size. The next part begins after `last`; null after the last
 * part.
 */
export const verifyUploads = serviceCall({
  name: 'verifyUploads',
  service: 'messaging',
  input: z.object({ organizationId: z.int(), after: z.int() }),
  output: z.object({
    checked: z.int(),
    last: z.int().nullable(),
    /** `storedSize`: null if there is no such file. */
    faulty: z.array(z.object({ file: z.string(), size: z.int(), storedSize: z.int().nullable() })),
  }),
  safeToRetry: true,
});
