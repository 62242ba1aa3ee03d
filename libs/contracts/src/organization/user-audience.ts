import { z } from 'zod';
import type { Audience } from '../domain-event.js';
import { ALL_ROLES, ROLES, type Role } from '../roles.js';

/**
 * Which guests may see a user, as it was when the event was logged: null for all, else their ids. Members and above see everybody; guests see
 * less where can_access_all_users_group is narrower than everyone.
 */
export const guestsWithAccess = z.array(z.int()).nullable();
export type GuestsWithAccess = z.infer<typeof guestsWithAccess>;

const NOT_GUESTS: readonly Role[] = ALL_ROLES.filter((role) => role !== ROLES.guest);

/** Everybody who may see the user. `roles` narrows it to these. */
export function whoSeesUser(guests: GuestsWithAccess, roles: readonly Role[] = ALL_ROLES): Audience {
  if (guests === null || !roles.includes(ROLES.guest)) return { roles };
  return { roles: roles.filter((role) => NOT_GUESTS.includes(role)), users: guests };
}
