import { groupsOfUser, onlyVisible, type VisibleChannel } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { allChannels, type ChannelForUser, channelForUser, channelsOfSubscriber, type SqlReader } from '@parley/persistence';
import { permissionGroupsOf } from './channel-permissions.js';

/** All channels that the caller may see, ordered by id, including archived ones. */
export async function visibleChannels(reader: SqlReader, caller: Caller): Promise<VisibleChannel[]> {
  return withAccess(reader, caller, await allChannels(reader, caller.organizationId, caller.userId));
}

/** The channels, which are not archived, that this user is subscribed to and the caller may see, ordered by id. */
export async function visibleChannelsOf(reader: SqlReader, caller: Caller, subscriberId: number): Promise<VisibleChannel[]> {
  return withAccess(reader, caller, await channelsOfSubscriber(reader, caller.organizationId, caller.userId, subscriberId));
}

/** One channel, if the caller may see it. */
export async function visibleChannel(
  reader: SqlReader,
  caller: Caller,
  by: { readonly id: number } | { readonly name: string },
): Promise<VisibleChannel | undefined> {
  const channel = await channelForUser(reader, caller.organizationId, caller.userId, by);
  const [visible] = channel === undefined ? [] : await withAccess(reader, caller, [channel]);
  return visible;
}

async function withAccess(reader: SqlReader, caller: Caller, channels: readonly ChannelForUser[]): Promise<VisibleChannel[]> {
  const groupIds = new Set(channels.filter((channel) => channel.isPrivate).flatMap(permissionGroupsOf));
  const mine = groupIds.size === 0 ? new Set<number>() : await groupsOfUser(reader, caller.organizationId, caller.userId, [...groupIds]);
  return onlyVisible(channels, caller.role, mine);
}
