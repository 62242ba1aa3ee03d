import { type GroupSettingValue, USER_GROUP_SETTINGS, type UserGroupObject, type UserGroupSettingName } from '@parley/contracts';
import { groupsById, type NamedGroup, namedGroups, type Reader, settingValueOf } from '@parley/persistence';

/** The group `realm_user_groups`: every named group, by id. Deactivated ones only for clients that know them. */
export async function userGroups(reader: Reader, organizationId: number, withDeactivated: boolean): Promise<UserGroupObject[]> {
  const groups = (await namedGroups(reader, organizationId)).filter((group) => withDeactivated || !group.isDeactivated);
  const pointedTo = await groupsById(
    reader,
    organizationId,
    groups.flatMap((group) => Object.values(group.settings)),
  );
  const values = new Map(pointedTo.map((group) => [group.id, settingValueOf(group)]));
  const everyone = groups.find((group) => group.name === 'role:everyone')?.id ?? 0;
  const nobody = groups.find((group) => group.name === 'role:nobody')?.id ?? 0;
  return groups.map((group) => toObject(group, (name) => settingOf(group, name, values, { everyone, nobody })));
}

function settingOf(
  group: NamedGroup,
  name: UserGroupSettingName,
  values: ReadonlyMap<number, GroupSettingValue>,
  { everyone, nobody }: { everyone: number; nobody: number },
): GroupSettingValue {
  const chosen = group.settings[name];
  if (chosen !== undefined) return values.get(chosen) ?? nobody;
  return !group.isSystemGroup && USER_GROUP_SETTINGS[name].initial === 'role:everyone' ? everyone : nobody;
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
