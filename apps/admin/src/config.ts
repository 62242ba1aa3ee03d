import { baseVariables, cellVariables } from '@parley/runtime';
import { z } from 'zod';

/** The command line only calls services. */
export const adminConfig = z.object({ ...baseVariables, ...cellVariables });
export type AdminConfig = z.infer<typeof adminConfig>;
