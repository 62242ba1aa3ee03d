import { apiErrors, isAdministrator, ORGANIZATION_SETTING_NAMES, ORGANIZATION_SETTINGS, ROLES, type Role } from '@parley/contracts';

/** Ways to log in are kept apart from the other settings. */
const OWNERS_ONLY: readonly string[] = ['authentication_methods', ...settingsForOwners()];

/** Whether somebody may set these properties of the organization, whatever to. @throws administratorsOnly, ownersOnly */
export function checkMayConfigure(role: Role, properties: readonly string[]): void {
  if (!isAdministrator(role)) throw apiErrors.administratorsOnly();
  if (role !== ROLES.owner && properties.some((property) => OWNERS_ONLY.includes(property))) throw apiErrors.ownersOnly();
}

function settingsForOwners(): string[] {
  return ORGANIZATION_SETTING_NAMES.filter((name) => ORGANIZATION_SETTINGS[name].ownersOnly);
}
