import { Injectable } from '@nestjs/common';
import { apiErrors, userGroupMembersChanged, userGroupSubgroupsChanged } from '@parley/contracts';
import type { ChangeLog } from '@parley/event-log';
import { type GroupRecord, groupsById, subgroupsBelow, type Tx } from '@parley/persistence';
import { makesCycle, mayAddMembers, mayAddSubgroups, mayRemoveMembers, mayRemoveSubgroups } from '@parley/policies';
import type { GroupForEdit } from './group-for-edit.js';
import { GroupsRepository } from './groups-repository.js';
import { idBatches } from './log-group.js';

/** A change under way: its transaction, its log and the organization. */
export interface Change {
  readonly tx: Tx;
  readonly log: ChangeLog;
  readonly organizationId: number;
}

/**
 * Puts people and groups into a group and takes them out: each decides, checks, writes, logs. Ids given twice count once; none: nothing happens.
 * Errors: insufficientPermission, badRequest with the texts of reference/api-surface.md "Groups".
 */
@Injectable()
export class GroupContent {
  constructor(private readonly groups: GroupsRepository) {}

  async addMembers({ tx, log, organizationId }: Change, { group, edited, editor }: GroupForEdit, given: readonly number[]): Promise<void> {
    const userIds = unique(given);
    if (userIds.length === 0) return;
    if (!mayAddMembers(edited, editor, userIds)) throw apiErrors.insufficientPermission();
    await this.checkActive(tx, organizationId, userIds);
    const members = await this.groups.directMembers(tx, organizationId, group.id, userIds);
    refuse(
      userIds,
      (id) => members.has(id),
      (id) => `User ${id} is already a member of this group`,
    );
    await this.groups.addMembers(tx, organizationId, group.id, userIds);
    logMembers(log, group, 'add', userIds);
  }

  async removeMembers(
    { tx, log, organizationId }: Change,
    { group, edited, editor }: GroupForEdit,
    given: readonly number[],
  ): Promise<void> {
    const userIds = unique(given);
    if (userIds.length === 0) return;
    if (!mayRemoveMembers(edited, editor, userIds)) throw apiErrors.insufficientPermission();
    await this.checkActive(tx, organizationId, userIds);
    const members = await this.groups.directMembers(tx, organizationId, group.id, userIds);
    refuse(
      userIds,
      (id) => !members.has(id),
      (id) => `There is no member '${id}' in this user group`,
    );
    await this.groups.removeMembers(tx, organizationId, group.id, userIds);
    logMembers(log, group, 'remove', userIds);
  }

  async addSubgroups(
    { tx, log, organizationId }: Change,
    { group, edited, editor }: GroupForEdit,
    given: readonly number[],
  ): Promise<void> {
    const subgroupIds = unique(given);
    if (subgroupIds.length === 0) return;
    if (!mayAddSubgroups(edited, editor)) throw apiErrors.insufficientPermission();
    await this.checkSubgroups(tx, organizationId, subgroupIds);
    const below = await subgroupsBelow(tx, organizationId, [group.id, ...subgroupIds]);
    const present = new Set(below.get(group.id));
    refuse(
      subgroupIds,
      (id) => present.has(id),
      (id) => `User group ${id} is already a subgroup of this group.`,
    );
    if (makesCycle(below, group.id, subgroupIds)) {
      throw apiErrors.badRequest({ msg: `User group ${group.id} is already a subgroup of one of the passed subgroups.` });
    }
    await this.groups.addSubgroups(tx, organizationId, group.id, subgroupIds);
    logSubgroups(log, group, 'add', subgroupIds);
  }

  async removeSubgroups(
    { tx, log, organizationId }: Change,
    { group, edited, editor }: GroupForEdit,
    given: readonly number[],
  ): Promise<void> {
    const subgroupIds = unique(given);
    if (subgroupIds.length === 0) return;
    if (!mayRemoveSubgroups(edited, editor)) throw apiErrors.insufficientPermission();
    await this.namedGroups(tx, organizationId, subgroupIds);
    const present = new Set((await subgroupsBelow(tx, organizationId, [group.id])).get(group.id));
    refuse(
      subgroupIds,
      (id) => !present.has(id),
      (id) => `User group ${id} is not a subgroup of this group.`,
    );
    await this.groups.removeSubgroups(tx, organizationId, group.id, subgroupIds);
    logSubgroups(log, group, 'remove', subgroupIds);
  }

  /** @throws badRequest for people of elsewhere and deactivated ones. */
  async checkActive(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<void> {
    const active = await this.groups.activeUsers(tx, organizationId, userIds);
    refuse(
      userIds,
      (id) => !active.has(id),
      (id) => `Invalid user ID: ${id}`,
    );
  }

  /** @throws badRequest for groups of elsewhere and deactivated ones. */
  async checkSubgroups(tx: Tx, organizationId: number, groupIds: readonly number[]): Promise<void> {
    const groups = await this.namedGroups(tx, organizationId, groupIds);
    if (groups.some((group) => group.isDeactivated)) throw apiErrors.badRequest({ msg: 'User group is deactivated.' });
  }

  private async namedGroups(tx: Tx, organizationId: number, groupIds: readonly number[]): Promise<GroupRecord[]> {
    const groups = (await groupsById(tx, organizationId, groupIds)).filter((group) => group.name !== null);
    const known = new Set(groups.map((group) => group.id));
    refuse(
      groupIds,
      (id) => !known.has(id),
      (id) => `Invalid user group ID: ${id}`,
    );
    return groups;
  }
}

function refuse(ids: readonly number[], isWrong: (id: number) => boolean, text: (id: number) => string): void {
  const wrong = ids.find(isWrong);
  if (wrong !== undefined) throw apiErrors.badRequest({ msg: text(wrong) });
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

type LoggedGroup = GroupForEdit['group'];

function logMembers(log: ChangeLog, { id, isDeactivated }: LoggedGroup, change: 'add' | 'remove', changed: readonly number[]): void {
  for (const userIds of idBatches(changed)) log.append(userGroupMembersChanged, { groupId: id, isDeactivated, change, userIds });
}

function logSubgroups(log: ChangeLog, { id, isDeactivated }: LoggedGroup, change: 'add' | 'remove', changed: readonly number[]): void {
  for (const subgroupIds of idBatches(changed)) log.append(userGroupSubgroupsChanged, { groupId: id, isDeactivated, change, subgroupIds });
}
