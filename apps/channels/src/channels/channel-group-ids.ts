import { changedSettings, channelObjects, expectedSettingRefusal, groupsOfSettings } from '@parley/access';
import { type Caller, enforce } from '@parley/contracts';
import {
  CHANNEL_GROUP_SETTING_NAMES,
  CHANNEL_GROUP_SETTINGS,
  type ChannelGroupSettingName,
  type GroupSettingUpdate,
  type GroupSettingValue,
} from '@parley/contracts/channels';
import { type ChannelRecord, type Tx } from '@parley/persistence';

/**
 * The group of each permission setting of new channels: the chosen one, otherwise the default. Channels created together share
 * anonymous groups.
 * @throws the errors of `groupsOfSettings`
 */
export async function channelGroupIds(
  tx: Tx,
  creator: Caller,
  chosen: Partial<Record<ChannelGroupSettingName, GroupSettingValue | undefined>>,
  systemGroups: ReadonlyMap<string, number>,
): Promise<Readonly<Record<ChannelGroupSettingName, number>>> {
  const settings = CHANNEL_GROUP_SETTING_NAMES.map((name) => ({
    name,
    limits: CHANNEL_GROUP_SETTINGS[name],
    value: chosen[name] ?? defaultOf(name, creator, systemGroups),
  }));
  const groups = await groupsOfSettings(tx, creator.organizationId, settings);
  return Object.fromEntries(groups) as Record<ChannelGroupSettingName, number>;
}

/**
 * The new groups of the permission settings that a request changes.
 * @throws expectationMismatch if an `old` value differs from the current value, and the errors of `groupsOfSettings`
 */
export async function changedGroupIds(
  tx: Tx,
  channel: ChannelRecord,
  requested: Partial<Record<ChannelGroupSettingName, GroupSettingUpdate | undefined>>,
  systemGroups: ReadonlyMap<string, number>,
): Promise<Partial<Record<ChannelGroupSettingName, number>>> {
  if (CHANNEL_GROUP_SETTING_NAMES.every((name) => requested[name] === undefined)) return {};
  const [now] = await channelObjects(tx, channel.organizationId, [channel]);
  if (now === undefined) throw new Error(`channel ${channel.id} has no object`);
  const updates = CHANNEL_GROUP_SETTING_NAMES.flatMap((name) => {
    const update = requested[name];
    return update === undefined ? [] : [{ name, limits: CHANNEL_GROUP_SETTINGS[name], update, current: now[name] }];
  });
  const nobody = idOf(systemGroups, 'role:nobody');
  enforce(expectedSettingRefusal(updates, nobody));
  return Object.fromEntries(await groupsOfSettings(tx, channel.organizationId, changedSettings(updates, nobody)));
}

function defaultOf(setting: ChannelGroupSettingName, creator: Caller, systemGroups: ReadonlyMap<string, number>): GroupSettingValue {
  const { initial, initiallyCreator } = CHANNEL_GROUP_SETTINGS[setting];
  return initiallyCreator ? { direct_members: [creator.userId], direct_subgroups: [] } : idOf(systemGroups, initial);
}

function idOf(systemGroups: ReadonlyMap<string, number>, name: string): number {
  const id = systemGroups.get(name);
  if (id === undefined) throw new Error(`the organization has no ${name}`);
  return id;
}
