import { z } from 'zod';
import type { Audience } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';

/**
 * Who knows of a channel without being subscribed to it, as it was when the event was logged: everybody of these roles, and these users.
 * Non-guests know of public channels, everybody of web-public ones; of private ones administrators and whoever its groups let in.
 */
export const channelWatchers = z.object({ roles: z.array(z.literal(ALL_ROLES)), userIds: z.array(z.int()) });
export type ChannelWatchers = z.infer<typeof channelWatchers>;

/** What an event about who is subscribed must know of its channel, so that exactly those hear of it who may. */
export const peerAudience = z.object({
  watchers: channelWatchers,
  /** True: its subscribers are not among the watchers as such, so the channel's own audience is addressed. */
  isPrivate: z.boolean(),
  /** Subscribed guests of a public channel, besides those the event is about. They do not watch it, so each such channel is told to them alone. */
  guestSubscriberIds: z.array(z.int()),
});
export type PeerAudience = z.infer<typeof peerAudience>;

/** Channels that the same people may hear of in one client event, with those people. */
export interface PeerGroup {
  readonly channelIds: readonly number[];
  readonly audience: Audience;
}

interface Watched extends PeerGroup {
  readonly channelIds: number[];
}

/**
 * Puts channels together that everybody addressed may know of: nobody reads the id of a channel hidden from him. `except` are never addressed.
 */
export function peerGroups(
  channels: readonly (PeerAudience & { readonly channelId: number; readonly except: readonly number[] })[],
): PeerGroup[] {
  const watched = new Map<string, Watched>();
  const alone: PeerGroup[] = [];
  for (const { channelId, watchers, isPrivate, guestSubscriberIds, except } of channels) {
    const audience = { roles: watchers.roles, users: watchers.userIds, except };
    if (isPrivate) {
      alone.push({ channelIds: [channelId], audience: { ...audience, channels: [channelId] } });
      continue;
    }
    const key = JSON.stringify(audience);
    const group: Watched = watched.get(key) ?? { channelIds: [], audience };
    group.channelIds.push(channelId);
    watched.set(key, group);
    if (guestSubscriberIds.length > 0) alone.push({ channelIds: [channelId], audience: { users: guestSubscriberIds } });
  }
  return [...watched.values(), ...alone];
}
