import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { updateDefaultChannelGroup } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import {
  checkedGroupName,
  checkGroupNameIsFree,
  checkManagesDefaultGroups,
  existingDefaultGroup,
  logDefaultGroups,
} from '../default-groups/default-groups.js';
import { updateDefaultGroup } from '../default-groups/default-groups.repository.js';

/** PATCH /default_stream_groups/{group_id} */
@Injectable()
export class UpdateDefaultGroup {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof updateDefaultChannelGroup>): Promise<OutputOf<typeof updateDefaultChannelGroup>> {
    const { organizationId } = caller;
    checkManagesDefaultGroups(caller);
    if (params.new_group_name === undefined && params.new_description === undefined) throw apiErrors.noDefaultGroupChange();
    const name = params.new_group_name === undefined ? undefined : checkedGroupName(params.new_group_name);
    await this.eventLog.change(organizationId, async (tx, log) => {
      const group = await existingDefaultGroup(tx, organizationId, params.group_id);
      if (name === group.name) throw apiErrors.defaultGroupNameUnchanged({ name });
      if (name !== undefined) await checkGroupNameIsFree(tx, organizationId, name, group.id);
      const changed = { ...group, name: name ?? group.name, description: params.new_description ?? group.description };
      if (changed.name === group.name && changed.description === group.description) return;
      await updateDefaultGroup(tx, organizationId, changed);
      await logDefaultGroups(tx, log, organizationId);
    });
    return {};
  }
}
