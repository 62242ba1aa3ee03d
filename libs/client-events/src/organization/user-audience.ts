import { ALL_ROLES, ROLES, type Role } from '@parley/contracts';
import type { GuestsWithAccess } from '@parley/contracts/organization';
import type { Audience } from '../fan-out.js';

const NOT_GUESTS: readonly Role[] = ALL_ROLES.filter((role) => role !== ROLES.guest);

/** All users who may see the user, or only those with one of `roles`. */
export function whoSeesUser(guests: GuestsWithAccess, roles: readonly Role[] = ALL_ROLES): Audience {
  if (guests === null || !roles.includes(ROLES.guest)) return { roles };
  return { roles: roles.filter((role) => NOT_GUESTS.includes(role)), users: guests };
}
