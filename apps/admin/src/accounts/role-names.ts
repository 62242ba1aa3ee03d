import { isRole, ROLES, type Role } from '@parley/contracts';
import { CommandError } from '../command-error.js';

/** The role names of the API, from most to least privileged. */
export const ROLE_NAMES: readonly string[] = Object.keys(ROLES);

/**
 * Parses a name or number.
 * @throws CommandError that lists the names
 */
export function parseRole(text: string): Role {
  const named = Object.entries(ROLES).find(([name]) => name === text.toLowerCase())?.[1];
  const role = named ?? Number(text);
  if (!isRole(role)) throw new CommandError(`There is no role "${text}". Roles: ${ROLE_NAMES.join(', ')}.`);
  return role;
}

export function roleName(role: Role): string {
  return Object.entries(ROLES).find(([, number]) => number === role)?.[0] ?? String(role);
}
