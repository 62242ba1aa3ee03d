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

/** The channels of a request without duplicates, in its order. @throws badRequest for an invalid name */
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

/** @throws badRequest with the first fault. Lengths are counted in Unicode code points. */
export function checkChannelName(name: string): void {
  const characters = [...name];
  if (characters.length === 0) throw apiErrors.badRequest({ msg: "Channel name can't be empty." });
  if (characters.length > LIMITS.max_stream_name_length) {
    throw apiErrors.badRequest({ msg: `Channel name too long (limit: ${LIMITS.max_stream_name_length} characters).` });
  }
  const fault = faultInName(name);
  if (fault !== undefined) throw apiErrors.badRequest({ msg: `Invalid character in channel name, at position ${fault}.` });
}

/** The description on one line, and rendered. */
export function channelDescription(text: string): { description: string; renderedDescription: string } {
  const description = text.replace(/\r?\n/g, ' ').trim();
  return { description, renderedDescription: renderDescription(description) };
}
