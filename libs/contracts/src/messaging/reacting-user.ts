import { z } from 'zod';

/** The reacting user, for the terminal client: see `readsReactingUser`. */
export const reactingUser = z
  .object({ email: z.string(), full_name: z.string(), user_id: z.int() })
  .describe('Only for clients whose name begins with `ZulipTerminal`.');
export type ReactingUser = z.infer<typeof reactingUser>;
