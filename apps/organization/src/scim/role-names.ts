import { ROLES, type Role } from '@parley/contracts';

/** The roles by their names in SCIM. */
export const ROLE_NAMES = {
  owner: ROLES.owner,
  administrator: ROLES.administrator,
  moderator: ROLES.moderator,
  member: ROLES.member,
  guest: ROLES.guest,
} as const satisfies Readonly<Record<string, Role>>;

export function roleNamed(name: string): Role | undefined {
  return Object.entries(ROLE_NAMES).find(([each]) => each === name.trim().toLowerCase())?.[1];
}

export function nameOfRole(role: Role): string {
  return Object.entries(ROLE_NAMES).find(([, each]) => each === role)?.[0] ?? String(role);
}
