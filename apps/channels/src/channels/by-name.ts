import { channelNameKey } from '@parley/contracts';

/** For sorting: the order in which lists of channels are shown, whatever the case of names. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return channelNameKey(a.name) < channelNameKey(b.name) ? -1 : 1;
}
