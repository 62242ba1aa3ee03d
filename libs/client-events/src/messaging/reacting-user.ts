import type { ReactingUser } from '@parley/contracts/messaging';
import { UNKNOWN_NAME, unknownEmail } from '@parley/contracts/organization';

/** A user whom the reader may not see. `host`: of the organization, without port. */
export function unknownReactingUser(id: number, host: string): ReactingUser {
  return { email: unknownEmail(id, host), full_name: UNKNOWN_NAME, user_id: id };
}
