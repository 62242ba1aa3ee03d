import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { checkInvitedGroups } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { groupForEdit } from '../groups/group-for-edit.js';
import { mayAddSubgroups } from '../groups/group-permissions.policy.js';

/** Whether the caller may add new users to these groups. */
@Injectable()
export class CheckInvitedGroups {
  constructor(private readonly database: Database) {}

  async execute(
    caller: CallOf<typeof checkInvitedGroups>['caller'],
    groupIds: readonly number[],
  ): Promise<OutputOf<typeof checkInvitedGroups>> {
    if (!('userId' in caller)) throw apiErrors.insufficientPermission();
    for (const id of groupIds) {
      if (Math.abs(id) >= 2 ** 31) throw apiErrors.invalidUserGroup();
      const { group, edited, editor } = await groupForEdit(this.database.direct, caller, id);
      if (group.isDeactivated) throw apiErrors.invalidUserGroup();
      if (!mayAddSubgroups(edited, editor)) throw apiErrors.insufficientPermission();
    }
    return {};
  }
}
