import { type ChannelObject, listsSubscribers } from '@parley/contracts/channels';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import { type SqlReader, subscriberLists } from '@parley/persistence';

export interface ListedSubscribers {
  readonly field: 'subscribers' | 'partial_subscribers';
  /** As JSON. */
  readonly ids: string;
}

export type WantedSubscribers = RegisterOptions['includeSubscribers'];

/**
 * The subscriber list of each channel. Large channels have none, unless all lists are wanted. If partial lists are wanted, they have
 * `partial_subscribers`: all bots, and users who were active recently. One statement.
 */
export async function listedSubscribers(
  reader: SqlReader,
  organizationId: number,
  channels: readonly ChannelObject[],
  wanted: WantedSubscribers,
): Promise<(channelId: number) => ListedSubscribers | undefined> {
  const whole = idsOf(channels.filter((channel) => listsSubscribers(channel, wanted === 'true')));
  const partial = wanted === 'partial' ? idsOf(channels.filter((channel) => !listsSubscribers(channel, false))) : [];
  const lists = await subscriberLists(reader, organizationId, { whole, active: partial });
  const [isWhole, isPartial] = [new Set(whole), new Set(partial)];
  return (channelId) => {
    const ids = lists.get(channelId) ?? '[]';
    if (isWhole.has(channelId)) return { field: 'subscribers', ids };
    return isPartial.has(channelId) ? { field: 'partial_subscribers', ids } : undefined;
  };
}

function idsOf(channels: readonly ChannelObject[]): number[] {
  return channels.map((channel) => channel.stream_id);
}
