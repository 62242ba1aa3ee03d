import { apiErrors, isAdministrator, type Refusal, ROLES, type Role } from '@parley/contracts';
import {
  ORGANIZATION_PERMISSION_NAMES,
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTING_NAMES,
  ORGANIZATION_SETTINGS,
} from '@parley/contracts/organization';

/** `authentication_methods` is not declared with the other settings. */
const OWNERS_ONLY: ReadonlySet<string> = new Set([
  'authentication_methods',
  ...ORGANIZATION_SETTING_NAMES.filter((name) => ORGANIZATION_SETTINGS[name].ownersOnly),
  ...ORGANIZATION_PERMISSION_NAMES.filter((name) => ORGANIZATION_PERMISSIONS[name].ownersOnly),
]);

/** Why the role may not set all of these properties of the organization. */
export function configurationRefusal(role: Role, properties: readonly string[]): Refusal {
  if (!isAdministrator(role)) return apiErrors.administratorsOnly();
  return role !== ROLES.owner && properties.some(isForOwners) ? apiErrors.ownersOnly() : undefined;
}

/** Whether only owners may set the property. */
export function isForOwners(property: string): boolean {
  return OWNERS_ONLY.has(property);
}
