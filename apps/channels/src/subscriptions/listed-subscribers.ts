import { type ChannelObject, listsSubscribers } from '@parley/contracts/channels';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import { type SqlReader, subscriberLists } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import type { ListsByChannel } from './kept-subscriber-lists.js';

/** Ids as a JSON list. Long lists are shared texts. */
export type ListText = string | RawJson;

export interface ListedSubscribers {
  readonly field: 'subscribers' | 'partial_subscribers';
  readonly ids: ListText;
}

export type WantedSubscribers = RegisterOptions['includeSubscribers'];

/**
 * The subscriber list of each channel. Large channels have none, unless all lists are wanted. If partial lists are wanted, they have
 * `partial_subscribers`: all bots, and users who were active recently. One statement, or none if all are in `kept`.
 */
export async function listedSubscribers(
  reader: SqlReader,
  organizationId: number,
  channels: readonly ChannelObject[],
  { wanted, kept = new Map() }: { readonly wanted: WantedSubscribers; readonly kept?: ListsByChannel | undefined },
): Promise<(channelId: number) => ListedSubscribers | undefined> {
  const whole = idsOf(channels.filter((channel) => listsSubscribers(channel, wanted === 'true')));
  const partial = wanted === 'partial' ? idsOf(channels.filter((channel) => !listsSubscribers(channel, false))) : [];
  const missing = whole.filter((channelId) => !kept.has(channelId));
  const read = await subscriberLists(reader, organizationId, { whole: missing, active: partial });
  for (const channelId of missing) kept.set(channelId, listText(read.get(channelId)));
  const [isWhole, isPartial] = [new Set(whole), new Set(partial)];
  return (channelId) => {
    if (isWhole.has(channelId)) return { field: 'subscribers', ids: kept.get(channelId) ?? '[]' };
    return isPartial.has(channelId) ? { field: 'partial_subscribers', ids: listText(read.get(channelId)) } : undefined;
  };
}

/** Shorter lists are cheaper to send again than to share. */
const LONG_LIST = 512;

function listText(ids = '[]'): ListText {
  return ids.length < LONG_LIST ? ids : RawJson.written(ids).shared();
}

function idsOf(channels: readonly ChannelObject[]): number[] {
  return channels.map((channel) => channel.stream_id);
}
