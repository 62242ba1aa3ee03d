import { type GroupRecord, groupsInSettings, settingValueOf, systemGroupsAmong } from '@parley/access';
import type { GroupSettingValue } from '@parley/contracts/channels';
import { USER_GROUP_SETTINGS, type UserGroupObject, type UserGroupSettingName } from '@parley/contracts/organization';
import type { SqlReader } from '@parley/persistence';
import { type NamedGroup, namedGroups } from './named-groups.repository.js';

/** All named groups in wire format, ordered by id, so system groups come first. */
export async function userGroups(reader: SqlReader, organizationId: number, withDeactivated: boolean): Promise<UserGroupObject[]> {
  const groups = await namedGroups(reader, organizationId);
  return toUserGroupObjects(groups, await groupsInSettings(reader, organizationId), withDeactivated);
}

/** The current state of one group in wire format. */
export async function userGroupObject(reader: SqlReader, organizationId: number, groupId: number): Promise<UserGroupObject> {
  const groups = await namedGroups(reader, organizationId, [groupId]);
  const [object] = toUserGroupObjects(groups, await groupsInSettings(reader, organizationId), true);
  if (object === undefined) throw new Error(`group ${groupId} is not in organization ${organizationId}`);
  return object;
}

/** `holders`: the system groups, and all groups that have a permission of one of the groups. */
export function toUserGroupObjects(
  groups: readonly NamedGroup[],
  holders: readonly GroupRecord[],
  withDeactivated: boolean,
): UserGroupObject[] {
  const systemGroups = systemGroupsAmong(holders);
  const values = new Map(holders.map((group) => [group.id, settingValueOf(group)]));
  const shownHolder = (group: NamedGroup, name: UserGroupSettingName) => {
    const holder = settingGroupId(group, name, systemGroups);
    return values.get(holder) ?? holder;
  };
  return groups
    .filter((group) => withDeactivated || !group.isDeactivated)
    .map((group) => toObject(group, (name) => shownHolder(group, name)));
}

/**
 * The group that has a permission of a group. If it was never set, this is the initial group. An initial value of "the creator" is
 * read as the group role:nobody.
 */
export function settingGroupId(group: NamedGroup, name: UserGroupSettingName, systemGroups: ReadonlyMap<string, number>): number {
  const chosen = group.settings[name];
  if (chosen !== undefined) return chosen;
  const id = systemGroups.get(group.isSystemGroup ? 'role:nobody' : USER_GROUP_SETTINGS[name].initial);
  if (id === undefined) throw new Error(`the organization of group ${group.id} lacks a system group`);
  return id;
}

function toObject(group: NamedGroup, setting: (name: UserGroupSettingName) => GroupSettingValue): UserGroupObject {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.createdAt === null ? null : Math.floor(group.createdAt.getTime() / 1000),
    creator_id: group.creatorId,
    members: [...group.memberIds],
    direct_subgroup_ids: [...group.subgroupIds],
    is_system_group: group.isSystemGroup,
    can_add_members_group: setting('can_add_members_group'),
    can_join_group: setting('can_join_group'),
    can_leave_group: setting('can_leave_group'),
    can_manage_group: setting('can_manage_group'),
    can_mention_group: setting('can_mention_group'),
    can_remove_members_group: setting('can_remove_members_group'),
    deactivated: group.isDeactivated,
  };
}
