import {
  apiErrors,
  type Caller,
  CHANNEL_GROUP_SETTING_NAMES,
  CHANNEL_GROUP_SETTINGS,
  type ChannelGroupSettingName,
  type GroupSettingValue,
} from '@parley/contracts';
import { type GroupRecord, groupsById, type Tx } from '@parley/persistence';
import { isAllowedInChannelSetting, type NormalGroupSetting, normalGroupSetting } from '@parley/policies';

type Chosen = Partial<Record<ChannelGroupSettingName, GroupSettingValue | undefined>>;

/**
 * The group behind each permission setting of new channels: the ones chosen, checked, else the defaults. Anonymous groups are made here, one
 * for each different value; the new channels share them, since anonymous groups never change.
 * @throws badRequest with the texts of reference/rules.md section 8.
 */
export async function channelGroupIds(
  tx: Tx,
  creator: Caller,
  chosen: Chosen,
  systemGroups: ReadonlyMap<string, number>,
): Promise<Readonly<Record<ChannelGroupSettingName, number>>> {
  const nobody = idOf(systemGroups, 'role:nobody');
  const values = CHANNEL_GROUP_SETTING_NAMES.map((setting) => {
    const value = chosen[setting];
    return [setting, value === undefined ? defaultOf(setting, creator, systemGroups) : normalGroupSetting(value, nobody)] as const;
  });
  await checkChosen(
    tx,
    creator.organizationId,
    values.filter(([setting]) => chosen[setting] !== undefined),
    chosen,
  );
  const made = new Map<string, number>();
  const ids: [ChannelGroupSettingName, number][] = [];
  for (const [setting, value] of values) {
    const key = JSON.stringify(value);
    const groupId =
      value.kind === 'group' ? value.groupId : (made.get(key) ?? (await makeAnonymousGroup(tx, creator.organizationId, value)));
    made.set(key, groupId);
    ids.push([setting, groupId]);
  }
  return Object.fromEntries(ids) as Record<ChannelGroupSettingName, number>;
}

function defaultOf(setting: ChannelGroupSettingName, creator: Caller, systemGroups: ReadonlyMap<string, number>): NormalGroupSetting {
  const { initial, initiallyCreator } = CHANNEL_GROUP_SETTINGS[setting];
  if (initiallyCreator) return { kind: 'anonymous', members: [creator.userId], subgroups: [] };
  return { kind: 'group', groupId: idOf(systemGroups, initial) };
}

function idOf(systemGroups: ReadonlyMap<string, number>, name: string): number {
  const id = systemGroups.get(name);
  if (id === undefined) throw new Error(`the organization has no ${name}`);
  return id;
}

async function checkChosen(
  tx: Tx,
  organizationId: number,
  values: readonly (readonly [ChannelGroupSettingName, NormalGroupSetting])[],
  chosen: Chosen,
): Promise<void> {
  if (values.length === 0) return;
  const groupIds = values.flatMap(([, value]) => groupsIn(value));
  const groups = new Map((await groupsById(tx, organizationId, groupIds)).map((group) => [group.id, group]));
  for (const [setting, value] of values) {
    for (const groupId of groupsIn(value)) checkGroup(setting, groupId, groups.get(groupId), typeof chosen[setting] === 'number');
  }
  await checkPeople(
    tx,
    organizationId,
    values.flatMap(([, value]) => (value.kind === 'anonymous' ? value.members : [])),
  );
}

function groupsIn(value: NormalGroupSetting): readonly number[] {
  return value.kind === 'group' ? [value.groupId] : value.subgroups;
}

function checkGroup(setting: ChannelGroupSettingName, groupId: number, group: GroupRecord | undefined, isPlainId: boolean): void {
  if (group === undefined || group.name === null) {
    throw apiErrors.badRequest({ msg: isPlainId ? 'Invalid user group' : `Invalid user group ID: ${groupId}` });
  }
  if (group.isDeactivated) throw apiErrors.badRequest({ msg: 'User group is deactivated.' });
  if (group.isSystemGroup && !isAllowedInChannelSetting(setting, group.name)) {
    throw apiErrors.badRequest({ msg: `'${setting}' setting cannot be set to '${group.name}' group.` });
  }
}

async function checkPeople(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const found = await tx.userAccount.findMany({
    where: { organizationId, id: { in: [...userIds] }, isActive: true },
    select: { id: true },
  });
  const known = new Set(found.map((user) => user.id));
  const unknown = userIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw apiErrors.badRequest({ msg: `Invalid user ID: ${unknown}` });
}

async function makeAnonymousGroup(tx: Tx, organizationId: number, value: NormalGroupSetting & { kind: 'anonymous' }): Promise<number> {
  const [made] = await tx.$queryRaw<{ id: number }[]>`
    SELECT anonymous_group(${organizationId}::int, ${[...value.members]}::int[], ${[...value.subgroups]}::int[]) AS id`;
  if (made === undefined) throw new Error('anonymous_group gave nothing');
  return made.id;
}
