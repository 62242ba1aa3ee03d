import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type CallOf } from '@parley/contracts';
import { type deactivateUserGroup, userGroupDeactivated } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import type { Change } from '../change.js';
import { groupForEdit } from './group-for-edit.js';
import { mayManageGroup } from './group-permissions.policy.js';
import { activeSupergroups, type GroupUse, permissionsOfGroup } from './group-uses.repository.js';
import { GroupsRepository } from './groups.repository.js';
import { visibleChannels } from './visible-channels.js';

/** Deactivates a group that is not in use. */
@Injectable()
export class DeactivateUserGroup {
  constructor(
    private readonly eventLog: EventLog,
    private readonly groups: GroupsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof deactivateUserGroup>): Promise<Record<string, never>> {
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const { group, edited, editor } = await groupForEdit(tx, caller, params.user_group_id);
      if (group.isDeactivated) throw apiErrors.deactivatedUserGroup();
      if (!mayManageGroup(edited, editor)) throw apiErrors.insufficientPermission();
      await this.within({ tx, log, organizationId }, caller, group.id);
    });
    return {};
  }

  /** As part of the caller's transaction, without permission checks. @throws groupInUse */
  async within({ tx, log, organizationId }: Change, caller: Caller, groupId: number): Promise<void> {
    const objections = await objectionsOf(tx, caller, groupId);
    if (objections.length > 0) throw apiErrors.groupInUse({ objections });
    await this.groups.update(tx, organizationId, groupId, { isDeactivated: true });
    log.append(userGroupDeactivated, { groupId });
  }
}

/** Everything the group is used for. Channels that are hidden from the caller have no id. */
async function objectionsOf(tx: Tx, caller: Caller, groupId: number): Promise<Record<string, unknown>[]> {
  const supergroups = await activeSupergroups(tx, caller.organizationId, groupId);
  const uses = await permissionsOfGroup(tx, caller.organizationId, groupId);
  const visible = await visibleChannels(
    tx,
    caller,
    uses.filter((use) => use.of === 'channel').map((use) => use.id),
  );
  const bySupergroup = supergroups.length === 0 ? [] : [{ type: 'subgroup', supergroup_ids: supergroups }];
  return [...bySupergroup, ...uses.map((use) => objectionOf(use, visible))];
}

function objectionOf({ of, id, settings }: GroupUse, visibleChannelIds: ReadonlySet<number>): Record<string, unknown> {
  switch (of) {
    case 'organization':
      return { type: 'realm', settings };
    case 'channel':
      return { type: 'channel', ...(visibleChannelIds.has(id) ? { channel_id: id } : {}), settings };
    case 'group':
      return { type: 'user_group', group_id: id, settings };
  }
}
