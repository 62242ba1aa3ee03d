import { z } from 'zod';

/**
 * The guests who may see a user, at the time the event was logged: null for all guests, else their ids. Members and above see everyone; guests see
 * fewer if can_access_all_users_group is narrower than everyone.
 */
export const guestsWithAccess = z.array(z.int()).nullable();
export type GuestsWithAccess = z.infer<typeof guestsWithAccess>;
