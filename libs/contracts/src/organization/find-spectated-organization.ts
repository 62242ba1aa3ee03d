import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** The organization at a host whose web-public channels can be read without credentials; null if there is none, or it has no such channel. */
export const findSpectatedOrganization = serviceCall({
  name: 'findSpectatedOrganization',
  service: 'organization',
  input: z.object({}),
  output: z.object({ organizationId: z.int().nullable() }),
  safeToRetry: true,
});
