import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Deletes the settings, status, presence, snippets, views and devices of a deactivated user. Errors: noSuchUser, accountActive. */
export const erasePersonalSettings = serviceCall({
  name: 'erasePersonalSettings',
  service: 'settings',
  input: z.object({ organizationId: z.int(), userId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
});
