import { type GroupRecord, groupsInSettings, settingValueOf, systemGroupsAmong } from '@parley/access';
import type { GroupSettingValue } from '@parley/contracts/channels';
import { USER_GROUP_SETTINGS, type UserGroupObject, type UserGroupSettingName } from '@parley/contracts/organization';
import type { SqlReader } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { type GroupFacts, type NamedGroup, namedGroups } from './named-groups.repository.js';

/** Shorter lists are cheaper to send again than to share. */
const LONG_LIST_BYTES = 512;

/** All named groups in wire format, ordered by id, so system groups come first. */
export async function userGroups(reader: SqlReader, organizationId: number, withDeactivated: boolean): Promise<UserGroupObject[]> {
  const groups = await namedGroups(reader, organizationId);
  return toUserGroupObjects(groups, await groupsInSettings(reader, organizationId), { withDeactivated, membersOf });
}

/** The current state of one group in wire format. */
export async function userGroupObject(reader: SqlReader, organizationId: number, groupId: number): Promise<UserGroupObject> {
  const groups = await namedGroups(reader, organizationId, [groupId]);
  const [object] = toUserGroupObjects(groups, await groupsInSettings(reader, organizationId), { withDeactivated: true, membersOf });
  if (object === undefined) throw new Error(`group ${groupId} is not in organization ${organizationId}`);
  return object;
}

const membersOf = ({ memberIds }: NamedGroup) => [...memberIds];

interface WrittenGroup extends GroupFacts {
  /** A JSON list. */
  readonly members: string;
}

/** The same objects as JSON. Their lists of members are shared texts, because they can be long and seldom change. */
export function writtenUserGroups(groups: readonly WrittenGroup[], holders: readonly GroupRecord[], withDeactivated: boolean): RawJson {
  const objects = toUserGroupObjects(groups, holders, { withDeactivated, membersOf: ({ members }) => RawJson.written(members) });
  const texts = objects.map(({ members, ...others }) =>
    RawJson.object({ ...others, members: members.size < LONG_LIST_BYTES ? members : members.shared() }),
  );
  return RawJson.ofParts(['[', ...texts.flatMap((text, index) => (index === 0 ? [text] : [',', text])), ']']);
}

/** `holders`: the system groups, and all groups that have a permission of one of the groups. */
export function toUserGroupObjects<G extends GroupFacts, M>(
  groups: readonly G[],
  holders: readonly GroupRecord[],
  { withDeactivated, membersOf }: { readonly withDeactivated: boolean; membersOf(group: G): M },
): (Omit<UserGroupObject, 'members'> & { readonly members: M })[] {
  const systemGroups = systemGroupsAmong(holders);
  const values = new Map(holders.map((group) => [group.id, settingValueOf(group)]));
  const shownHolder = (group: G, name: UserGroupSettingName) => {
    const holder = settingGroupId(group, name, systemGroups);
    return values.get(holder) ?? holder;
  };
  return groups
    .filter((group) => withDeactivated || !group.isDeactivated)
    .map((group) => ({ ...toObject(group, (name) => shownHolder(group, name)), members: membersOf(group) }));
}

/**
 * The group that has a permission of a group. If it was never set, this is the initial group. An initial value of "the creator" is
 * read as the group role:nobody.
 */
export function settingGroupId(group: GroupFacts, name: UserGroupSettingName, systemGroups: ReadonlyMap<string, number>): number {
  const chosen = group.settings[name];
  if (chosen !== undefined) return chosen;
  const id = systemGroups.get(group.isSystemGroup ? 'role:nobody' : USER_GROUP_SETTINGS[name].initial);
  if (id === undefined) throw new Error(`the organization of group ${group.id} lacks a system group`);
  return id;
}

function toObject(group: GroupFacts, setting: (name: UserGroupSettingName) => GroupSettingValue): Omit<UserGroupObject, 'members'> {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.createdAt === null ? null : Math.floor(group.createdAt.getTime() / 1000),
    creator_id: group.creatorId,
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
