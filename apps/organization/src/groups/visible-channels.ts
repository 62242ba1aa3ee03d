import { groupsOfUser, groupsThatReveal, hasMetadataAccess } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { allChannels, type SqlReader } from '@parley/persistence';

/** The channels among these that the caller may see. */
export async function visibleChannels(reader: SqlReader, caller: Caller, channelIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (channelIds.length === 0) return new Set();
  const wanted = new Set(channelIds);
  const channels = (await allChannels(reader, caller.organizationId, caller.userId)).filter((channel) => wanted.has(channel.id));
  const mine = await groupsOfUser(reader, caller.organizationId, caller.userId, channels.flatMap(groupsThatReveal));
  const known = channels.filter((channel) =>
    hasMetadataAccess(channel, {
      role: caller.role,
      isSubscribed: channel.isSubscribed,
      mayJoinByGroup: mine.has(channel.canSubscribeGroup) || mine.has(channel.canAddSubscribersGroup),
      administersByGroup: mine.has(channel.canAdministerChannelGroup),
    }),
  );
  return new Set(known.map((channel) => channel.id));
}
