import { baseVariables, cellVariables, checkStorage, storageVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

/** The command line only calls services. */
export const adminConfig = z.object({ ...baseVariables, ...cellVariables });
export type AdminConfig = z.infer<typeof adminConfig>;

/** Exports and imports also open the stores: the database with the login of the migration job. */
export const transferConfig = z.object({ DATABASE_URL: storeVariables.DATABASE_URL, ...storageVariables }).check(checkStorage);
