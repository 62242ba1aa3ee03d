import { apiErrors, faultInName, LIMITS } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import { renderDescription } from '@parley/markdown';
import { longHex } from './subscription-properties.js';

/** A channel as a request names it. */
export interface RequestedChannel {
  /** Trimmed and valid. */
  readonly name: string;
  /** Folded name. */
  readonly key: string;
  /** On one line. Only used if the channel is created. */
  readonly description: string;
  readonly renderedDescription: string;
  /** Lower-case `#rrggbb`. */
  readonly color: string | undefined;
}

interface Entry {
  readonly name: string;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
}

/** The channels of a request without duplicates, in its order. @throws the errors of `checkChannelName` */
export function requestedChannels(entries: readonly Entry[]): RequestedChannel[] {
  const byKey = new Map<string, RequestedChannel>();
  for (const entry of entries) {
    const name = entry.name.trim();
    checkChannelName(name);
    const key = channelNameKey(name);
    if (!byKey.has(key))
      byKey.set(key, { name, key, ...channelDescription(entry.description ?? ''), color: entry.color && longHex(entry.color) });
  }
  return [...byKey.values()];
}

/** @throws channelNameEmpty, channelNameTooLong, channelNameInvalid. Lengths are counted in Unicode code points. */
export function checkChannelName(name: string): void {
  const characters = [...name];
  if (characters.length === 0) throw apiErrors.channelNameEmpty();
  if (characters.length > LIMITS.max_stream_name_length) {
    throw apiErrors.channelNameTooLong({ limit: LIMITS.max_stream_name_length });
  }
  const position = faultInName(name);
  if (position !== undefined) throw apiErrors.channelNameInvalid({ position });
}

/** The description on one line, and rendered. */
export function channelDescription(text: string): { description: string; renderedDescription: string } {
  const description = text.replace(/\r?\n/g, ' ').trim();
  return { description, renderedDescription: renderDescription(description) };
}
