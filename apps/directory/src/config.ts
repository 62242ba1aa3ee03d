import { baseVariables, cellVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const directoryConfig = z.object({
  ...baseVariables,
  ...cellVariables,
  // The directory's own database.
  DATABASE_URL: storeVariables.DATABASE_URL,
  DATABASE_POOL: storeVariables.DATABASE_POOL,
  DATABASE_POOLER: storeVariables.DATABASE_POOLER,
});
export type DirectoryConfig = z.infer<typeof directoryConfig>;
