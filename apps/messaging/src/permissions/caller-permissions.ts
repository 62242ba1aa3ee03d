import { hasPermission, readViewer, systemGroupIds, type Viewer } from '@parley/access';
import type { Caller, Role } from '@parley/contracts';
import {
  ORGANIZATION_PERMISSIONS,
  type OrganizationPermission,
  type OrganizationSettingValues,
  organizationSettings,
} from '@parley/contracts/organization';
import { organizationById, type Reader } from '@parley/persistence';

/** The caller's permissions in their organization, and its settings. */
export class CallerPermissions {
  private constructor(
    readonly viewer: Viewer,
    readonly settings: OrganizationSettingValues,
    private readonly role: Role,
    private readonly stored: Readonly<Record<string, unknown>>,
    private readonly systemGroups: ReadonlyMap<string, number>,
  ) {}

  static async read(reader: Reader, caller: Caller): Promise<CallerPermissions> {
    const { organizationId, role } = caller;
    const viewer = await readViewer(reader, caller);
    const stored = (await organizationById(reader, organizationId))?.settings ?? {};
    return new CallerPermissions(viewer, organizationSettings(stored), role, stored, await systemGroupIds(reader, organizationId));
  }

  has(permission: OrganizationPermission): boolean {
    const setting = ORGANIZATION_PERMISSIONS[permission];
    const chosen = this.stored[permission];
    const groupId = typeof chosen === 'number' ? chosen : this.systemGroups.get(setting.initial);
    return hasPermission(setting, { role: this.role, isInGroup: groupId !== undefined && this.isIn(groupId) });
  }

  /** Whether guests only see people with whom they share a channel or conversation. */
  get guestsAreLimited(): boolean {
    const chosen = this.stored.can_access_all_users_group;
    return chosen !== undefined && chosen !== this.systemGroups.get('role:everyone');
  }

  isIn(groupId: number): boolean {
    return this.viewer.groupIds.includes(groupId);
  }
}
