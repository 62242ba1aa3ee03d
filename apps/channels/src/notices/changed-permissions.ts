import { GROUP_COLUMNS, type GroupRecord, groupsById, usersOf } from '@parley/access';
import { CHANNEL_GROUP_SETTING_NAMES } from '@parley/contracts/channels';
import { type ChannelRecord, type SqlReader } from '@parley/persistence';
import { type ChangedPermission, mention } from './notice-texts.js';

const SYSTEM_GROUP_TEXTS: Readonly<Record<string, string>> = {
  'role:nobody': 'nobody',
  'role:owners': 'owners',
  'role:administrators': 'administrators',
  'role:moderators': 'moderators',
  'role:fullmembers': 'full members',
  'role:members': 'members',
  'role:everyone': 'everyone',
};

/** The changed permission settings of a channel, with the groups that had and have them as text. */
export async function changedPermissions(reader: SqlReader, before: ChannelRecord, after: ChannelRecord): Promise<ChangedPermission[]> {
  const { organizationId } = before;
  const changed = CHANNEL_GROUP_SETTING_NAMES.filter((setting) => before[GROUP_COLUMNS[setting]] !== after[GROUP_COLUMNS[setting]]);
  if (changed.length === 0) return [];
  const groupIds = changed.flatMap((setting) => [before[GROUP_COLUMNS[setting]], after[GROUP_COLUMNS[setting]]]);
  const settingGroups = await groupsById(reader, organizationId, groupIds);
  const subgroups = await groupsById(
    reader,
    organizationId,
    settingGroups.flatMap(({ subgroupIds }) => subgroupIds),
  );
  const people = await usersOf(
    reader,
    organizationId,
    settingGroups.flatMap(({ memberIds }) => memberIds),
  );
  const groups = new Map([...subgroups, ...settingGroups].map((group) => [group.id, group]));
  const names = new Map(people.map(({ id, fullName }) => [id, fullName]));
  const textOf = (groupId: number) => groupText(groups.get(groupId), groups, names);
  return changed.map((setting) => ({
    setting,
    before: textOf(before[GROUP_COLUMNS[setting]]),
    after: textOf(after[GROUP_COLUMNS[setting]]),
  }));
}

/** A group as a notice names it: by its name, or, if it is anonymous, by its members and subgroups. */
function groupText(group: GroupRecord | undefined, groups: ReadonlyMap<number, GroupRecord>, names: ReadonlyMap<number, string>): string {
  if (group === undefined) return 'nobody';
  if (group.name !== null) return group.isSystemGroup ? (SYSTEM_GROUP_TEXTS[group.name] ?? group.name) : `@_*${group.name}*`;
  const people = group.memberIds.map((id) => mention({ id, name: names.get(id) ?? '' }));
  // Subgroups of an anonymous group have names, so their own subgroups are not needed.
  const subgroups = group.subgroupIds.map((id) => groupText(groups.get(id), new Map(), names));
  return [...people, ...subgroups].join(', ') || 'nobody';
}
