import { ROLES, type Role } from '@parley/contracts';

/** The groups that every organization has. Each except the first contains the one before. */
export const SYSTEM_GROUPS = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const;
export type SystemGroup = (typeof SYSTEM_GROUPS)[number];

export function isSystemGroup(name: string): name is SystemGroup {
  return SYSTEM_GROUPS.some((group) => group === name);
}

/** Properties of a user that decide membership in system groups. */
export interface Standing {
  readonly role: Role;
  /** After the organization's waiting period, or moderator and above. */
  readonly isFullMember: boolean;
}

/** Decides from the role alone, without the database. */
export function systemGroupIncludes(group: SystemGroup, { role, isFullMember }: Standing): boolean {
  switch (group) {
    case 'role:nobody':
      return false;
    case 'role:owners':
      return role === ROLES.owner;
    case 'role:administrators':
      return role <= ROLES.administrator;
    case 'role:moderators':
      return role <= ROLES.moderator;
    case 'role:fullmembers':
      return role <= ROLES.moderator || (role === ROLES.member && isFullMember);
    case 'role:members':
      return role <= ROLES.member;
    case 'role:everyone':
    case 'role:internet':
      return true;
  }
}

const DAY_MS = 24 * 3600 * 1000;

/** A member whose waiting period has passed, or a moderator and above. The same applies to bots. */
export function isFullMember(role: Role, joinedAt: Date, waitingPeriodDays: number, now: Date): boolean {
  if (role <= ROLES.moderator) return true;
  return role === ROLES.member && now.getTime() - joinedAt.getTime() >= waitingPeriodDays * DAY_MS;
}
