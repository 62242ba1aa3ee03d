import { type ChannelObject, listsSubscribers } from '@parley/contracts/channels';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import { type SqlReader, subscriberLists } from '@parley/persistence';

export type WantedSubscribers = RegisterOptions['includeSubscribers'];

/**
 * The subscriber list of each channel, as a JSON object with the field `subscribers`. Large channels have no list, unless all lists are
 * wanted. If partial lists are wanted, they have `partial_subscribers`: all bots, and users who were active recently. One statement.
 */
export async function listedSubscribers(
  reader: SqlReader,
  organizationId: number,
  channels: readonly ChannelObject[],
  wanted: WantedSubscribers,
): Promise<(channelId: number) => string> {
  const whole = idsOf(channels.filter((channel) => listsSubscribers(channel, wanted === 'true')));
  const partial = wanted === 'partial' ? idsOf(channels.filter((channel) => !listsSubscribers(channel, false))) : [];
  const lists = await subscriberLists(reader, organizationId, { whole, active: partial });
  const [isWhole, isPartial] = [new Set(whole), new Set(partial)];
  return (channelId) => {
    if (isWhole.has(channelId)) return `{"subscribers":${lists.get(channelId) ?? '[]'}}`;
    return isPartial.has(channelId) ? `{"partial_subscribers":${lists.get(channelId) ?? '[]'}}` : '{}';
  };
}

function idsOf(channels: readonly ChannelObject[]): number[] {
  return channels.map((channel) => channel.stream_id);
}
