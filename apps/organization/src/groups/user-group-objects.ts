import { groupsById, settingValueOf, systemGroupIds } from '@parley/access';
import type { GroupSettingValue } from '@parley/contracts/channels';
import {
  USER_GROUP_SETTING_NAMES,
  USER_GROUP_SETTINGS,
  type UserGroupObject,
  type UserGroupSettingName,
} from '@parley/contracts/organization';
import { type Reader } from '@parley/persistence';
import { type NamedGroup, namedGroups } from './named-groups.repository.js';

/** All named groups in wire format, ordered by id, so system groups come first. */
export async function userGroups(reader: Reader, organizationId: number, withDeactivated: boolean): Promise<UserGroupObject[]> {
  const groups = await namedGroups(reader, organizationId);
  return userGroupObjects(
    reader,
    organizationId,
    groups.filter((group) => withDeactivated || !group.isDeactivated),
  );
}

/** The current state of one group in wire format. */
export async function userGroupObject(reader: Reader, organizationId: number, groupId: number): Promise<UserGroupObject> {
  const [object] = await userGroupObjects(reader, organizationId, await namedGroups(reader, organizationId, [groupId]));
  if (object === undefined) throw new Error(`group ${groupId} is not in organization ${organizationId}`);
  return object;
}

async function userGroupObjects(reader: Reader, organizationId: number, groups: readonly NamedGroup[]): Promise<UserGroupObject[]> {
  const systemGroups = await systemGroupIds(reader, organizationId);
  const holderOf = (group: NamedGroup, name: UserGroupSettingName) => settingGroupId(group, name, systemGroups);
  const holders = groups.flatMap((group) => USER_GROUP_SETTING_NAMES.map((name) => holderOf(group, name)));
  const values = new Map((await groupsById(reader, organizationId, holders)).map((group) => [group.id, settingValueOf(group)]));
  return groups.map((group) => toObject(group, (name) => values.get(holderOf(group, name)) ?? holderOf(group, name)));
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
