import { z } from 'zod';
import type { Audience } from '../domain-event.js';
import { ALL_ROLES, ROLES, type Role } from '../roles.js';

/**
 * The guests who may see a user, at the time the event was logged: null for all guests, else their ids. Members and above see everyone; guests see
 * fewer if can_access_all_users_group is narrower than everyone.
 */
export const guestsWithAccess = z.array(z.int()).nullable();
export type GuestsWithAccess = z.infer<typeof guestsWithAccess>;

const NOT_GUESTS: readonly Role[] = ALL_ROLES.filter((role) => role !== ROLES.guest);

/** All users who may see the user, or only those with one of `roles`. */
export function whoSeesUser(guests: GuestsWithAccess, roles: readonly Role[] = ALL_ROLES): Audience {
  if (guests === null || !roles.includes(ROLES.guest)) return { roles };
  return { roles: roles.filter((role) => NOT_GUESTS.includes(role)), users: guests };
}
