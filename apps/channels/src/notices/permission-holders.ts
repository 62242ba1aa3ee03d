import { GROUP_COLUMNS, type GroupRecord, groupsById, usersOf } from '@parley/access';
import { CHANNEL_GROUP_SETTING_NAMES } from '@parley/contracts/channels';
import { type ChannelRecord, type SqlReader } from '@parley/persistence';
import { type ChangedPermission, mention } from './notice-texts.js';

const SYSTEM_GROUP_WORDS: Readonly<Record<string, string>> = {
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
  const holders = await groupsById(reader, organizationId, groupIds);
  const inner = await groupsById(
    reader,
    organizationId,
    holders.flatMap(({ subgroupIds }) => subgroupIds),
  );
  const people = await usersOf(
    reader,
    organizationId,
    holders.flatMap(({ memberIds }) => memberIds),
  );
  const groups = new Map([...inner, ...holders].map((group) => [group.id, group]));
  const names = new Map(people.map(({ id, fullName }) => [id, fullName]));
  const words = (groupId: number) => wordsOf(groups.get(groupId), groups, names);
  return changed.map((setting) => ({
    setting,
    before: words(before[GROUP_COLUMNS[setting]]),
    after: words(after[GROUP_COLUMNS[setting]]),
  }));
}

function wordsOf(group: GroupRecord | undefined, groups: ReadonlyMap<number, GroupRecord>, names: ReadonlyMap<number, string>): string {
  if (group === undefined) return 'nobody';
  if (group.name !== null) return group.isSystemGroup ? (SYSTEM_GROUP_WORDS[group.name] ?? group.name) : `@_*${group.name}*`;
  const people = group.memberIds.map((id) => mention({ id, name: names.get(id) ?? '' }));
  // Groups inside an anonymous group have names of their own, so what is in them is not needed.
  const inside = group.subgroupIds.map((id) => wordsOf(groups.get(id), new Map(), names));
  return [...people, ...inside].join(', ') || 'nobody';
}
