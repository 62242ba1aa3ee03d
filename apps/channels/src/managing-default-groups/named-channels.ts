import { apiErrors, type Caller } from '@parley/contracts';
import type { ChannelRecord, Tx } from '@parley/persistence';
import { visibleChannel } from '../channels/visible-channels.js';

/** The channels with these names, which the caller may see. @throws invalidChannelName */
export async function namedChannels(tx: Tx, caller: Caller, names: readonly string[]): Promise<ChannelRecord[]> {
  const channels: ChannelRecord[] = [];
  for (const name of names) {
    const found = await visibleChannel(tx, caller, { name });
    if (found === undefined || found.channel.isArchived) throw apiErrors.invalidChannelName({ name });
    channels.push(found.channel);
  }
  return channels;
}
