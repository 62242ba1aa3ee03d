import { z } from 'zod';
import { UNKNOWN_NAME, unknownEmail } from '../organization/user-object.js';

/** The reacting user, for the terminal client: see `readsReactingUser`. */
export const reactingUser = z
  .object({ email: z.string(), full_name: z.string(), user_id: z.int() })
  .describe('Only for clients whose name begins with `ZulipTerminal`.');
export type ReactingUser = z.infer<typeof reactingUser>;

/** A user whom the reader may not see. `host`: of the organization, without port. */
export function unknownReactingUser(id: number, host: string): ReactingUser {
  return { email: unknownEmail(id, host), full_name: UNKNOWN_NAME, user_id: id };
}
