/** Organization roles on the wire and in the database. A lower number is a stronger role. */
export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

export type Role = (typeof ROLES)[keyof typeof ROLES];

export const ALL_ROLES: readonly Role[] = Object.values(ROLES);

export function isRole(value: number): value is Role {
  return ALL_ROLES.some((role) => role === value);
}

/** Owners count as administrators. */
export function isAdministrator(role: Role): boolean {
  return role <= ROLES.administrator;
}
