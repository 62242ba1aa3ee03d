import { ROLES, type Role } from '@parley/contracts';
import type { PermissionSetting } from '@parley/contracts/organization';
import { isSystemGroup } from './system-groups.js';

/** Whether a user has a permission. If it may not be given to everyone, guests do not have it even if they are in the chosen group. */
export function hasPermission(setting: PermissionSetting, person: { readonly role: Role; readonly isInGroup: boolean }): boolean {
  return person.isInGroup && (setting.everyoneAllowed || person.role !== ROLES.guest);
}

/** Whether a permission may be given to a system group, alone or as a part of an anonymous group. Never to role:internet. */
export function isAllowedInSetting(setting: PermissionSetting, systemGroup: string): boolean {
  if (!isSystemGroup(systemGroup) || systemGroup === 'role:internet') return false;
  if (setting.onlySystemGroups !== null && !setting.onlySystemGroups.includes(systemGroup)) return false;
  if (systemGroup === 'role:nobody') return setting.nobodyAllowed;
  return systemGroup !== 'role:everyone' || setting.everyoneAllowed;
}
