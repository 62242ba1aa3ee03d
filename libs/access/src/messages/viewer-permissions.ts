import type { Caller, Role } from '@parley/contracts';
import type { OrganizationPermission } from '@parley/contracts/organization';
import type { SqlReader } from '@parley/persistence';
import { permissionChoices } from '../groups/groups.js';
import type { PermissionChoices } from '../groups/permission-holder.policy.js';
import { CallerPermissions } from '../people/caller-permissions.js';
import type { Viewer } from './message-visibility.sql.js';
import { readViewer } from './messages.js';

/** For use cases that check access to messages: all groups of the viewer are known, so they can be asked for any permission and group. */
export class ViewerPermissions extends CallerPermissions<OrganizationPermission> {
  private constructor(
    role: Role,
    choices: PermissionChoices,
    readonly viewer: Viewer,
  ) {
    const groupIds = new Set(viewer.groupIds);
    super(role, choices, (groupId) => groupIds.has(groupId));
  }

  static async read(reader: SqlReader, caller: Caller): Promise<ViewerPermissions> {
    const viewer = await readViewer(reader, caller);
    return new ViewerPermissions(caller.role, await permissionChoices(reader, caller.organizationId), viewer);
  }
}
