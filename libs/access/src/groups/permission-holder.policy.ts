import { ORGANIZATION_PERMISSIONS, type OrganizationPermission } from '@parley/contracts/organization';

/** What decides which group has a permission of an organization. */
export interface PermissionChoices {
  /** `settings` of the organization as stored: permissions that differ from the initial value, as group ids. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Ids of the system groups by name. */
  readonly systemGroups: ReadonlyMap<string, number>;
}

/** The group that has the permission: the chosen one, or the initial system group. Undefined if the organization does not exist. */
export function holderOf({ settings, systemGroups }: PermissionChoices, permission: OrganizationPermission): number | undefined {
  const chosen = settings[permission];
  return typeof chosen === 'number' ? chosen : systemGroups.get(ORGANIZATION_PERMISSIONS[permission].initial);
}

/** Whether guests see only people with whom they share a channel or a conversation. `limitedOrganization` decides the same in SQL. */
export function areGuestsLimited(choices: PermissionChoices): boolean {
  return holderOf(choices, 'can_access_all_users_group') !== choices.systemGroups.get('role:everyone');
}
