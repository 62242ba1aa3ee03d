import { baseVariables, checkStorage, mailVariables, secretVariable, storageVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const organizationConfig = z
  .object({
    ...baseVariables,
    ...storeVariables,
    ...storageVariables,
    ...mailVariables,
    /** No other service can read API keys. */
    PARLEY_KEY_SECRET: secretVariable,
    /** Also accepted, while the secret is being replaced: docs/operations.md. */
    PARLEY_KEY_SECRET_PREVIOUS: secretVariable.optional(),
  })
  .check(checkStorage);
export type OrganizationConfig = z.infer<typeof organizationConfig>;
