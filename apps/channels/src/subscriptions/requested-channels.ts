import { channelNameKey } from '@parley/contracts/channels';
import { channelDescription, checkedChannelName } from '../channels/channel-text.js';
import type { NewChannel } from '../channels/channels.repository.js';
import { longHex } from './subscription-properties.js';

/** A channel as a request names it. Its description is only used if the channel is created. */
export interface RequestedChannel extends NewChannel {
  /** Lower-case `#rrggbb`. */
  readonly color: string | undefined;
}

interface Entry {
  readonly name: string;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
}

/** The channels of a request without duplicates, in its order. @throws the errors of `checkedChannelName` */
export function requestedChannels(entries: readonly Entry[]): RequestedChannel[] {
  const byKey = new Map<string, RequestedChannel>();
  for (const entry of entries) {
    const name = checkedChannelName(entry.name);
    const key = channelNameKey(name);
    if (!byKey.has(key))
      byKey.set(key, { name, key, ...channelDescription(entry.description ?? ''), color: entry.color && longHex(entry.color) });
  }
  return [...byKey.values()];
}
