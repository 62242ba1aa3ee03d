import { apiErrors, type Caller, isAdministrator, isStorable, LIMITS } from '@parley/contracts';
import { defaultChannelGroupsChanged } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, defaultChannelGroups, defaultChannelIds, type Tx } from '@parley/persistence';
import { type DefaultGroup, defaultGroupById, defaultGroupIdNamed, removeFromDefaultGroups } from './default-groups.repository.js';

/** @throws administratorsOnly */
export function checkManagesDefaultGroups({ role }: Caller): void {
  if (!isAdministrator(role)) throw apiErrors.administratorsOnly();
}

/** @throws noSuchDefaultGroup */
export async function existingDefaultGroup(tx: Tx, organizationId: number, id: number): Promise<DefaultGroup> {
  const group = await defaultGroupById(tx, organizationId, id);
  if (group === undefined) throw apiErrors.noSuchDefaultGroup({ id });
  return group;
}

/** The name as it is stored. @throws defaultGroupNameInvalid, defaultGroupNameTooLong */
export function checkedGroupName(input: string): string {
  const name = input.trim();
  if (name === '' || !isStorable(name)) throw apiErrors.defaultGroupNameInvalid();
  if ([...name].length > LIMITS.max_stream_name_length) throw apiErrors.defaultGroupNameTooLong({ limit: LIMITS.max_stream_name_length });
  return name;
}

/** The caller holds the organization's counter, so the check stays valid until the write. `except`: the group that is being renamed. */
export async function checkGroupNameIsFree(tx: Tx, organizationId: number, name: string, except?: number): Promise<void> {
  const holder = await defaultGroupIdNamed(tx, organizationId, name);
  if (holder !== undefined && holder !== except) throw apiErrors.defaultGroupExists({ name });
}

/** Whether new users may be offered these channels in a group. @throws privateChannelCannotBeDefault, channelIsDefault */
export async function checkChannelsForGroup(
  tx: Tx,
  organizationId: number,
  channels: readonly ChannelRecord[],
  groupName: string,
): Promise<void> {
  if (channels.some(({ isPrivate }) => isPrivate)) throw apiErrors.privateChannelCannotBeDefault();
  const defaults = new Set(await defaultChannelIds(tx, organizationId));
  const inDefaults = channels.find(({ id }) => defaults.has(id));
  if (inDefaults !== undefined) throw apiErrors.channelIsDefault({ channel: inDefaults.name, group: groupName });
}

export async function logDefaultGroups(tx: Tx, log: ChangeLog, organizationId: number): Promise<void> {
  log.append(defaultChannelGroupsChanged, { groups: await defaultChannelGroups(tx, organizationId) });
}

/** A channel that is archived or private is in no group. */
export async function dropFromDefaultGroups(tx: Tx, log: ChangeLog, organizationId: number, channelId: number): Promise<void> {
  if (await removeFromDefaultGroups(tx, organizationId, channelId)) await logDefaultGroups(tx, log, organizationId);
}
