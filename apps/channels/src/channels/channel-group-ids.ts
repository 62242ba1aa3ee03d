import {
  apiErrors,
  type Caller,
  CHANNEL_GROUP_SETTING_NAMES,
  CHANNEL_GROUP_SETTINGS,
  type ChannelGroupSettingName,
  type GroupSettingUpdate,
  type GroupSettingValue,
} from '@parley/contracts';
import { type ChannelRecord, channelObjects, type GroupRecord, groupsById, type Tx } from '@parley/persistence';
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
  return Object.fromEntries(await storedGroups(tx, creator.organizationId, values)) as Record<ChannelGroupSettingName, number>;
}

/**
 * The groups of a channel's permission settings that a change asks for and that differ from what they are now, checked.
 * @throws expectationMismatch where an `old` value is not what the setting is, badRequest as channelGroupIds.
 */
export async function changedGroupIds(
  tx: Tx,
  channel: ChannelRecord,
  asked: Partial<Record<ChannelGroupSettingName, GroupSettingUpdate | undefined>>,
  systemGroups: ReadonlyMap<string, number>,
): Promise<Partial<Record<ChannelGroupSettingName, number>>> {
  const given = CHANNEL_GROUP_SETTING_NAMES.flatMap((setting) => {
    const update = asked[setting];
    return update === undefined ? [] : [{ setting, update }];
  });
  if (given.length === 0) return {};
  const nobody = idOf(systemGroups, 'role:nobody');
  const [now] = await channelObjects(tx, channel.organizationId, [channel]);
  if (now === undefined) throw new Error(`channel ${channel.id} has no object`);
  const changed = given.flatMap(({ setting, update }) => {
    const current = JSON.stringify(normalGroupSetting(now[setting], nobody));
    if (update.old !== undefined && JSON.stringify(normalGroupSetting(update.old, nobody)) !== current) {
      throw apiErrors.expectationMismatch({ name: 'old' });
    }
    const value = normalGroupSetting(update.new, nobody);
    return JSON.stringify(value) === current ? [] : [[setting, value] as const];
  });
  const chosen = Object.fromEntries(given.map(({ setting, update }) => [setting, update.new]));
  await checkChosen(tx, channel.organizationId, changed, chosen);
  return Object.fromEntries(await storedGroups(tx, channel.organizationId, changed));
}

/**
 * Where history is protected, whoever may not know whether a topic exists must not learn it from a refusal to start one.
 * @throws unsupportedCombination
 */
export function checkTopicCreation(
  { historyPublicToSubscribers }: { readonly historyPublicToSubscribers: boolean },
  canCreateTopicGroup: number,
  systemGroups: ReadonlyMap<string, number>,
): void {
  if (!historyPublicToSubscribers && canCreateTopicGroup !== systemGroups.get('role:everyone')) {
    throw apiErrors.unsupportedCombination({ names: ['history_public_to_subscribers', 'can_create_topic_group'] });
  }
}

/** Makes the anonymous groups, one for each different value. */
async function storedGroups(
  tx: Tx,
  organizationId: number,
  values: readonly (readonly [ChannelGroupSettingName, NormalGroupSetting])[],
): Promise<[ChannelGroupSettingName, number][]> {
  const made = new Map<string, number>();
  const ids: [ChannelGroupSettingName, number][] = [];
  for (const [setting, value] of values) {
    const key = JSON.stringify(value);
    const groupId = value.kind === 'group' ? value.groupId : (made.get(key) ?? (await makeAnonymousGroup(tx, organizationId, value)));
    made.set(key, groupId);
    ids.push([setting, groupId]);
  }
  return ids;
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
  // Ids come from outside and may be larger than any column's: compared as bigint they are merely unknown.
  const found = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM user_account WHERE organization_id = ${organizationId} AND is_active AND id = ANY (${[...userIds]}::bigint[])`;
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
