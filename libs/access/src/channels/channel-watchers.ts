import type { ChannelWatchers } from '@parley/contracts/channels';
import type { ChannelRecord, SqlReader } from '@parley/persistence';
import { groupContents } from '../groups/groups.js';
import { channelWatchers } from './channel-watchers.policy.js';

/** Users who can see each channel without being subscribed, by channel id, in one statement (none if no channel is private). */
export async function watchersOfChannels(
  reader: SqlReader,
  organizationId: number,
  channels: readonly ChannelRecord[],
): Promise<(channelId: number) => ChannelWatchers> {
  const groupIds = channels.filter((channel) => channel.isPrivate).flatMap(groupsThatReveal);
  const contents = groupIds.length === 0 ? [] : await groupContents(reader, organizationId, groupIds);
  const byId = new Map(contents.map((content) => [content.groupId, content]));
  const watchers = new Map(
    channels.map((channel) => {
      const groups = groupsThatReveal(channel).flatMap((groupId) => byId.get(groupId) ?? []);
      return [channel.id, channelWatchers(channel, groups)] as const;
    }),
  );
  return (channelId) => {
    const found = watchers.get(channelId);
    if (found === undefined) throw new Error(`channel ${channelId} was not requested`);
    return found;
  };
}

/** Members of these groups can see a private channel. */
export function groupsThatReveal(
  channel: Pick<ChannelRecord, 'canAdministerChannelGroup' | 'canSubscribeGroup' | 'canAddSubscribersGroup'>,
): number[] {
  return [channel.canAdministerChannelGroup, channel.canSubscribeGroup, channel.canAddSubscribersGroup];
}
