import { z } from 'zod';
import { ALL_ROLES } from './roles.js';

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
