import { type ChannelRelation, groupsOfUser, hasMetadataAccess } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { allChannels, type ChannelForUser, channelForUser, type Reader } from '@parley/persistence';
import { permissionGroupsOf, relationTo } from './channel-permissions.js';

/** A channel that the caller may see. */
export interface VisibleChannel {
  readonly channel: ChannelForUser;
  readonly relation: ChannelRelation;
}

/** All channels that the caller may see, ordered by id, including archived ones. */
export async function visibleChannels(reader: Reader, caller: Caller): Promise<VisibleChannel[]> {
  return onlyVisible(reader, caller, await allChannels(reader, caller.organizationId, caller.userId));
}

/** One channel, if the caller may see it. */
export async function visibleChannel(
  reader: Reader,
  caller: Caller,
  by: { readonly id: number } | { readonly name: string },
): Promise<VisibleChannel | undefined> {
  const channel = await channelForUser(reader, caller.organizationId, caller.userId, by);
  const [visible] = channel === undefined ? [] : await onlyVisible(reader, caller, [channel]);
  return visible;
}

async function onlyVisible(reader: Reader, caller: Caller, channels: readonly ChannelForUser[]): Promise<VisibleChannel[]> {
  const groupIds = new Set(channels.filter((channel) => channel.isPrivate).flatMap(permissionGroupsOf));
  const mine = groupIds.size === 0 ? new Set<number>() : await groupsOfUser(reader, caller.organizationId, caller.userId, [...groupIds]);
  return channels
    .map((channel) => ({ channel, relation: relationTo(channel, caller.role, (groupId) => mine.has(groupId)) }))
    .filter(({ channel, relation }) => hasMetadataAccess(channel, relation));
}
