import {
  baseVariables,
  cellVariables,
  checkStorage,
  mailVariables,
  pushVariables,
  secretVariable,
  storageVariables,
  storeVariables,
} from '@parley/runtime';
import { z } from 'zod';

export const organizationConfig = z
  .object({
    ...baseVariables,
    ...cellVariables,
    ...storeVariables,
    ...storageVariables,
    ...mailVariables,
    ...pushVariables,
    /** No other service can read API keys. */
    PARLEY_KEY_SECRET: secretVariable,
    /** Also accepted, while the secret is being replaced: docs/operations.md. */
    PARLEY_KEY_SECRET_PREVIOUS: secretVariable.optional(),
    /** How long entries of the audit log are kept. */
    AUDIT_LOG_DAYS: z.coerce.number().int().min(1).max(36_500).default(365),
  })
  .check(checkStorage);
export type OrganizationConfig = z.infer<typeof organizationConfig>;
