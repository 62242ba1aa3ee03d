import { Injectable } from '@nestjs/common';
import { activeUserIds, type GroupRecord, groupsById, makesCycle, subgroupsBelow } from '@parley/access';
import { type ApiError, apiErrors } from '@parley/contracts';
import { userGroupMembersChanged, userGroupSubgroupsChanged } from '@parley/contracts/organization';
import { type Tx } from '@parley/persistence';
import type { Change } from '../change.js';
import { idBatches } from '../id-batches.js';
import type { GroupForEdit } from './group-for-edit.js';
import { mayAddMembers, mayAddSubgroups, mayRemoveMembers, mayRemoveSubgroups } from './group-permissions.policy.js';
import { GroupsRepository } from './groups.repository.js';

/** A change of one group by the caller. */
type GroupChange = Change & GroupForEdit;

/**
 * Adds and removes members and subgroups. Each method checks permissions and values, writes the rows and logs the events. Duplicate ids
 * count once. An empty list does nothing.
 * Errors: insufficientPermission, and errors that name the id.
 */
@Injectable()
export class GroupContent {
  constructor(private readonly groups: GroupsRepository) {}

  async addMembers(change: GroupChange, given: readonly number[]): Promise<void> {
    const { tx, organizationId, group } = change;
    const userIds = unique(given);
    if (userIds.length === 0) return;
    if (!mayAddMembers(change.edited, change.editor, userIds)) throw apiErrors.insufficientPermission();
    const members = await this.membersAmong(change, userIds);
    refuseAny(
      userIds.filter((id) => members.has(id)),
      (userId) => apiErrors.alreadyGroupMember({ userId }),
    );
    await this.groups.addMembers(tx, organizationId, group.id, userIds);
    logMembers(change, 'add', userIds);
  }

  async removeMembers(change: GroupChange, given: readonly number[]): Promise<void> {
    const { tx, organizationId, group } = change;
    const userIds = unique(given);
    if (userIds.length === 0) return;
    if (!mayRemoveMembers(change.edited, change.editor, userIds)) throw apiErrors.insufficientPermission();
    const members = await this.membersAmong(change, userIds);
    refuseAny(
      userIds.filter((id) => !members.has(id)),
      (userId) => apiErrors.notGroupMember({ userId }),
    );
    await this.groups.removeMembers(tx, organizationId, group.id, userIds);
    logMembers(change, 'remove', userIds);
  }

  async addSubgroups(change: GroupChange, given: readonly number[]): Promise<void> {
    const { tx, organizationId, group } = change;
    const subgroupIds = unique(given);
    if (subgroupIds.length === 0) return;
    if (!mayAddSubgroups(change.edited, change.editor)) throw apiErrors.insufficientPermission();
    await this.checkSubgroups(tx, organizationId, subgroupIds);
    const below = await subgroupsBelow(tx, organizationId, [group.id, ...subgroupIds]);
    const present = new Set(below.get(group.id));
    refuseAny(
      subgroupIds.filter((id) => present.has(id)),
      (groupId) => apiErrors.alreadySubgroup({ groupId }),
    );
    if (makesCycle(below, group.id, subgroupIds)) throw apiErrors.subgroupCycle({ groupId: group.id });
    await this.groups.addSubgroups(tx, organizationId, group.id, subgroupIds);
    logSubgroups(change, 'add', subgroupIds);
  }

  async removeSubgroups(change: GroupChange, given: readonly number[]): Promise<void> {
    const { tx, organizationId, group } = change;
    const subgroupIds = unique(given);
    if (subgroupIds.length === 0) return;
    if (!mayRemoveSubgroups(change.edited, change.editor)) throw apiErrors.insufficientPermission();
    await this.namedGroups(tx, organizationId, subgroupIds);
    const present = new Set((await subgroupsBelow(tx, organizationId, [group.id])).get(group.id));
    refuseAny(
      subgroupIds.filter((id) => !present.has(id)),
      (groupId) => apiErrors.notSubgroup({ groupId }),
    );
    await this.groups.removeSubgroups(tx, organizationId, group.id, subgroupIds);
    logSubgroups(change, 'remove', subgroupIds);
  }

  /** @throws invalidUserId for users of other organizations and deactivated users */
  async checkActive(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<void> {
    const active = await activeUserIds(tx, organizationId, userIds);
    refuseAny(
      userIds.filter((id) => !active.has(id)),
      (id) => apiErrors.invalidUserId({ id }),
    );
  }

  /** @throws invalidUserGroupId for groups of other organizations, deactivatedUserGroup */
  async checkSubgroups(tx: Tx, organizationId: number, groupIds: readonly number[]): Promise<void> {
    const groups = await this.namedGroups(tx, organizationId, groupIds);
    if (groups.some((group) => group.isDeactivated)) throw apiErrors.deactivatedUserGroup();
  }

  /** The direct members among these users. All of them must be active. */
  private async membersAmong({ tx, organizationId, group }: GroupChange, userIds: readonly number[]): Promise<ReadonlySet<number>> {
    await this.checkActive(tx, organizationId, userIds);
    return this.groups.directMembers(tx, organizationId, group.id, userIds);
  }

  private async namedGroups(tx: Tx, organizationId: number, groupIds: readonly number[]): Promise<GroupRecord[]> {
    const groups = (await groupsById(tx, organizationId, groupIds)).filter((group) => group.name !== null);
    const known = new Set(groups.map((group) => group.id));
    refuseAny(
      groupIds.filter((id) => !known.has(id)),
      (id) => apiErrors.invalidUserGroupId({ id }),
    );
    return groups;
  }
}

/** The error names the first wrong id. */
function refuseAny([wrong]: readonly number[], error: (id: number) => ApiError): void {
  if (wrong !== undefined) throw error(wrong);
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

function logMembers({ log, group }: GroupChange, change: 'add' | 'remove', changed: readonly number[]): void {
  const about = { groupId: group.id, isDeactivated: group.isDeactivated, change };
  for (const userIds of idBatches(changed)) log.append(userGroupMembersChanged, { ...about, userIds });
}

function logSubgroups({ log, group }: GroupChange, change: 'add' | 'remove', changed: readonly number[]): void {
  const about = { groupId: group.id, isDeactivated: group.isDeactivated, change };
  for (const subgroupIds of idBatches(changed)) log.append(userGroupSubgroupsChanged, { ...about, subgroupIds });
}
