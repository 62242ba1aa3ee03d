import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** The organization whose web-public channels somebody without credentials may read at a host; null: none, or it has no such channel. */
export const findSpectatedOrganization = serviceCall({
  name: 'findSpectatedOrganization',
  service: 'organization',
  input: z.object({}),
  output: z.object({ organizationId: z.int().nullable() }),
  safeToRetry: true,
});
