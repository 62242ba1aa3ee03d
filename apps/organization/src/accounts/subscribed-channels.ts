import { watchersOfChannels } from '@parley/access';
import type { PeerAudience } from '@parley/contracts/channels';
import { channelsById, type SqlReader, subscribersOf, subscriptionsOfUser } from '@parley/persistence';

/**
 * The channels of a user who was just deactivated or reactivated. Each has the users who may learn that its subscribers changed. The
 * number of statements does not depend on the number of channels.
 */
export async function subscribedChannels(
  reader: SqlReader,
  organizationId: number,
  userId: number,
): Promise<{ channelId: number; peers: PeerAudience }[]> {
  const active = (await subscriptionsOfUser(reader, organizationId, userId)).filter((subscription) => subscription.active);
  if (active.length === 0) return [];
  const channelIds = active.map((subscription) => subscription.channelId);
  const channels = await channelsById(reader, organizationId, channelIds);
  const subscribers = await subscribersOf(reader, organizationId, channelIds);
  const watchers = await watchersOfChannels(reader, organizationId, channels);
  const guests = new Map(subscribers.map(({ channelId, guestIds }) => [channelId, guestIds]));
  return channels
    .map((channel) => {
      const guestSubscriberIds =
        channel.isPrivate || channel.isWebPublic ? [] : (guests.get(channel.id) ?? []).filter((id) => id !== userId);
      return { channelId: channel.id, peers: { watchers: watchers(channel.id), isPrivate: channel.isPrivate, guestSubscriberIds } };
    })
    .sort((a, b) => a.channelId - b.channelId);
}
