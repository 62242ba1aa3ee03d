import { ROLES, type Role } from '@parley/contracts';

/** The groups every organization has, each but the first containing the one before (reference/rules.md section 8). */
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

/** What membership in system groups depends on. */
export interface Standing {
  readonly role: Role;
  /** Past the organization's waiting period, or moderator and above. */
  readonly isFullMember: boolean;
}

/** Decided from the role alone, without the database. */
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

/** A member older than the organization's waiting period, or anybody from moderator up. Bots fall under the same date rule. */
export function isFullMember(role: Role, joinedAt: Date, waitingPeriodDays: number, now: Date): boolean {
  if (role <= ROLES.moderator) return true;
  return role === ROLES.member && now.getTime() - joinedAt.getTime() >= waitingPeriodDays * DAY_MS;
}
