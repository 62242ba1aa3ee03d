import { z } from 'zod';
import type { Audience } from '../domain-event.js';

/** Most people one event names: larger audiences are several events. */
export const WATCHERS_PER_EVENT = 1_000;

/**
 * Who hears of a change of a message: who may read it now and is subscribed to its channel, received it, or has it in the history. Part of an
 * event's payload; more than fit are told by further events, of which each person is in one.
 */
export const messageWatchers = z.object({
  /** All subscribers of this channel; null: only those named. */
  channelId: z.int().nullable(),
  userIds: z.array(z.int()).max(WATCHERS_PER_EVENT),
});
export type MessageWatchers = z.infer<typeof messageWatchers>;

export function watchersAudience({ channelId, userIds }: MessageWatchers): Audience {
  return channelId === null ? { users: userIds } : { channels: [channelId], users: userIds };
}
