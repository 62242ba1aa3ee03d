import { Injectable } from '@nestjs/common';
import { enforce } from '@parley/contracts';
import { userGroupMembersChanged, userGroupUpdated } from '@parley/contracts/organization';
import type { Change } from '../change.js';
import { withChannelAccess } from '../groups/channel-access.js';
import { groupNameRefusal } from '../groups/group-name.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { idBatches } from '../id-batches.js';
import type { MemberChange, WantedGroup } from './group-changes.js';
import type { GroupRecord } from './group-resource.js';
import { scimErrors } from './scim-error.js';
import { isExternalIdOfGroupTaken, membersOf, peopleAmong, putExternalIdOfGroup } from './scim-groups.repository.js';

/** Makes a user group what a directory says, as part of the caller's transaction. Values that do not change write and log nothing. */
@Injectable()
export class WriteGroup {
  constructor(private readonly groups: GroupsRepository) {}

  /** `logsMembers`: false if the caller logs the whole group after it. @throws ScimError, errors of names */
  async execute(change: Change, group: GroupRecord, wanted: WantedGroup, logsMembers = true): Promise<void> {
    await this.rename(change, group, wanted.displayName);
    if (wanted.externalId !== group.externalId) await this.putExternalId(change, group.id, wanted.externalId);
    await this.changeMembers(change, group.id, wanted.members, logsMembers);
  }

  /** @throws uniqueness */
  async putExternalId({ tx, organizationId }: Change, groupId: number, externalId: string | null): Promise<void> {
    if (externalId !== null && (await isExternalIdOfGroupTaken(tx, organizationId, externalId, groupId)))
      throw scimErrors.uniqueness('Another group has this externalId.');
    await putExternalIdOfGroup(tx, organizationId, groupId, externalId);
  }

  /** @throws uniqueness, and the errors of names */
  async checkName({ tx, organizationId }: Change, name: string, exceptId?: number): Promise<void> {
    enforce(groupNameRefusal(name));
    if (await this.groups.isNameTaken(tx, organizationId, name, exceptId))
      throw scimErrors.uniqueness('Another group has this displayName.');
  }

  private async rename(change: Change, { id, name: before }: GroupRecord, name: string): Promise<void> {
    if (name === before) return;
    await this.checkName(change, name, id);
    const { tx, log, organizationId } = change;
    await this.groups.update(tx, organizationId, id, { name });
    log.append(userGroupUpdated, { groupId: id, isDeactivated: false, changed: { name } });
  }

  /** No notices: a directory changes the groups of thousands of people at once. */
  private async changeMembers(change: Change, groupId: number, members: MemberChange, logsMembers: boolean): Promise<void> {
    const { tx, organizationId } = change;
    const { added, removed } = await this.difference(change, groupId, members);
    if (added.length + removed.length === 0) return;
    const isActive = await peopleAmong(tx, organizationId, [...added, ...removed]);
    if (added.some((id) => !isActive.has(id))) throw scimErrors.invalidValue('A member is no user.');
    await withChannelAccess(change, groupId, async () => {
      if (added.length > 0) await this.groups.addMembers(tx, organizationId, groupId, added);
      if (removed.length > 0) await this.groups.removeMembers(tx, organizationId, groupId, removed);
    });
    if (!logsMembers) return;
    // Clients know deactivated people as members of nothing. A reactivation tells them the groups.
    const shown = (ids: readonly number[]) => ids.filter((id) => isActive.get(id) === true);
    logMembers(change, groupId, 'add', shown(added));
    logMembers(change, groupId, 'remove', shown(removed));
  }

  private async difference(
    { tx, organizationId }: Change,
    groupId: number,
    { replaces, added, removed }: MemberChange,
  ): Promise<{ added: number[]; removed: number[] }> {
    if (replaces) {
      const before = (await membersOf(tx, organizationId, [groupId])).get(groupId) ?? [];
      const present = new Set(before);
      return { added: [...added].filter((id) => !present.has(id)), removed: before.filter((id) => !added.has(id)) };
    }
    const present = await this.groups.directMembers(tx, organizationId, groupId, [...added, ...removed]);
    const people = await peopleAmong(tx, organizationId, [...removed]);
    return { added: [...added].filter((id) => !present.has(id)), removed: [...removed].filter((id) => present.has(id) && people.has(id)) };
  }
}

function logMembers({ log }: Change, groupId: number, change: 'add' | 'remove', ids: readonly number[]): void {
  for (const userIds of idBatches(ids)) log.append(userGroupMembersChanged, { groupId, isDeactivated: false, change, userIds });
}
