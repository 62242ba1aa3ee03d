import { type ChannelObject, listsSubscribers, type RegisterOptions } from '@parley/contracts';
import { activeSubscribersOf, type Reader, subscribersOf } from '@parley/persistence';

export type WantedSubscribers = RegisterOptions['includeSubscribers'];

/** The lists of subscribers that a channel is shown with. */
export interface ListedSubscribers {
  readonly subscribers?: number[];
  /** Of large channels, where partial lists are wanted: all bots, and whoever was active lately. */
  readonly partial_subscribers?: number[];
}

/** By channel id. Small channels always have their whole list (spec 2.3). At most two statements. */
export async function listedSubscribers(
  reader: Reader,
  organizationId: number,
  channels: readonly ChannelObject[],
  wanted: WantedSubscribers,
): Promise<(channelId: number) => ListedSubscribers> {
  const whole = idsOf(channels.filter((channel) => listsSubscribers(channel, wanted === 'true')));
  const partial = wanted === 'partial' ? idsOf(channels.filter((channel) => !listsSubscribers(channel, false))) : [];
  const all = new Map((await subscribersOf(reader, organizationId, whole)).map((row) => [row.channelId, row.userIds]));
  const active = partial.length === 0 ? new Map<number, readonly number[]>() : await activeSubscribersOf(reader, organizationId, partial);
  const [isWhole, isPartial] = [new Set(whole), new Set(partial)];
  return (channelId) => ({
    ...(isWhole.has(channelId) ? { subscribers: [...(all.get(channelId) ?? [])] } : {}),
    ...(isPartial.has(channelId) ? { partial_subscribers: [...(active.get(channelId) ?? [])] } : {}),
  });
}

function idsOf(channels: readonly ChannelObject[]): number[] {
  return channels.map((channel) => channel.stream_id);
}
