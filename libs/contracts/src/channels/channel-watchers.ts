import { z } from 'zod';
import type { Audience } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';

/**
 * The users who can see a channel without being subscribed, at the time the event was logged: users with these roles, and these users.
 * All non-guests can see public channels, everyone web-public ones; private ones administrators and members of its permission groups.
 */
export const channelWatchers = z.object({ roles: z.array(z.literal(ALL_ROLES)), userIds: z.array(z.int()) });
export type ChannelWatchers = z.infer<typeof channelWatchers>;

/** The facts about a channel that determine who may receive events about its subscribers. */
export const peerAudience = z.object({
  watchers: channelWatchers,
  /** If true, subscribers are not among the watchers, so the channel's own audience is addressed too. */
  isPrivate: z.boolean(),
  /**
   * Subscribed guests of a public channel, except those the event is about. They are not watchers, so they receive each such channel in a
   * separate event.
   */
  guestSubscriberIds: z.array(z.int()),
});
export type PeerAudience = z.infer<typeof peerAudience>;

/** Channels whose changes the same users receive in one client event. */
export interface PeerGroup {
  readonly channelIds: readonly number[];
  readonly audience: Audience;
}

interface Watched extends PeerGroup {
  readonly channelIds: number[];
}

/**
 * Groups channels with equal audiences, so that no user receives the id of a channel hidden from them. `except` are never addressed.
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
