import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf } from '@parley/contracts';
import type { updateUserGroupSubgroups } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { withChannelAccess } from './channel-access.js';
import { GroupContent } from './group-content.js';
import { groupForEdit } from './group-for-edit.js';

/** Adds and removes subgroups of a group. */
@Injectable()
export class UpdateSubgroups {
  constructor(
    private readonly eventLog: EventLog,
    private readonly content: GroupContent,
  ) {}

  async execute({ caller, params }: CallOf<typeof updateUserGroupSubgroups>): Promise<Record<string, never>> {
    const { organizationId } = caller;
    if (params.add.length + params.delete.length === 0) throw apiErrors.noSubgroupsToChange();
    await this.eventLog.change(organizationId, async (tx, log) => {
      const change = { tx, log, organizationId, ...(await groupForEdit(tx, caller, params.user_group_id)) };
      await withChannelAccess(change, change.group.id, async () => {
        await this.content.addSubgroups(change, params.add);
        await this.content.removeSubgroups(change, params.delete);
      });
    });
    return {};
  }
}
