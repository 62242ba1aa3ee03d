import type { ChannelObject, ChannelWatchers } from '@parley/contracts';
import { type ChannelRecord, channelsById, type Reader } from '@parley/persistence';
import { channelObjects } from './channel-objects.js';
import { watchersOfChannels } from './watchers-of-channels.js';

/** A channel at one moment, with who knows of it: two of them tell what a change did. */
export interface ChannelPortrait {
  readonly channel: ChannelRecord;
  readonly object: ChannelObject;
  readonly watchers: ChannelWatchers;
}

export async function channelPortrait(reader: Reader, organizationId: number, channelId: number): Promise<ChannelPortrait> {
  const [channel] = await channelsById(reader, organizationId, [channelId]);
  const [object] = channel === undefined ? [] : await channelObjects(reader, organizationId, [channel]);
  if (channel === undefined || object === undefined) throw new Error(`channel ${channelId} is gone`);
  const watchers = await watchersOfChannels(reader, organizationId, [channel]);
  return { channel, object, watchers: watchers(channelId) };
}
