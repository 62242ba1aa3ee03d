import type { PeerAudience } from '@parley/contracts/channels';
import type { Audience } from '../fan-out.js';

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
