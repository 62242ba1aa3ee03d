import { channelNameKey } from '@parley/contracts/channels';

/** The order of channel lists: by name, case-insensitive. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return channelNameKey(a.name) < channelNameKey(b.name) ? -1 : 1;
}
