import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf } from '@parley/contracts';
import type { updateUserGroupMembers } from '@parley/contracts/organization';
import { EventLog, enqueueNotices } from '@parley/event-log';
import { withChannelAccess } from './channel-access.js';
import { GroupContent } from './group-content.js';
import { groupForEdit } from './group-for-edit.js';
import { groupNotices } from './group-notices.js';

/** Changes members and subgroups of a group in one transaction. The notification bot notifies the users. */
@Injectable()
export class UpdateGroupMembers {
  constructor(
    private readonly eventLog: EventLog,
    private readonly content: GroupContent,
  ) {}

  async execute({ caller, params }: CallOf<typeof updateUserGroupMembers>): Promise<Record<string, never>> {
    const { organizationId } = caller;
    if (params.add.length + params.delete.length + params.add_subgroups.length + params.delete_subgroups.length === 0) {
      throw apiErrors.noMembersToChange();
    }
    await this.eventLog.change(organizationId, async (tx, log) => {
      const change = { tx, log, organizationId, ...(await groupForEdit(tx, caller, params.user_group_id)) };
      await withChannelAccess(change, change.group.id, async () => {
        await this.content.addMembers(change, params.add);
        await this.content.removeMembers(change, params.delete);
        await this.content.addSubgroups(change, params.add_subgroups);
        await this.content.removeSubgroups(change, params.delete_subgroups);
      });
      enqueueNotices(log, organizationId, await groupNotices(tx, caller, change.group.name, { added: params.add, removed: params.delete }));
    });
    return {};
  }
}
