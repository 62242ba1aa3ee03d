import { z } from 'zod';

/** Maximum number of users in one event. Larger audiences need several events. */
export const WATCHERS_PER_EVENT = 1_000;

/**
 * The audience of a change of a message: users who may read it now and are subscribed to its channel, received it, or have it in their history.
 * Part of an event's payload. If they do not fit, there are further events; each user is in exactly one.
 */
export const messageWatchers = z.object({
  /** All subscribers of this channel; null for only `userIds`. */
  channelId: z.int().nullable(),
  userIds: z.array(z.int()).max(WATCHERS_PER_EVENT),
  /** Subscribers who are excluded. */
  exceptIds: z.array(z.int()).optional(),
});
export type MessageWatchers = z.infer<typeof messageWatchers>;

/** Splits the audience into as many parts as events are needed. */
export function watcherParts(channelId: number | null, userIds: readonly number[], exceptIds: readonly number[] = []): MessageWatchers[] {
  const except = exceptIds.length === 0 ? {} : { exceptIds: [...exceptIds] };
  const first = { channelId, userIds: userIds.slice(0, WATCHERS_PER_EVENT), ...except };
  const others = userIds.slice(WATCHERS_PER_EVENT);
  const parts = Array.from({ length: Math.ceil(others.length / WATCHERS_PER_EVENT) }, (_, n) => ({
    channelId: null,
    userIds: others.slice(n * WATCHERS_PER_EVENT, (n + 1) * WATCHERS_PER_EVENT),
  }));
  return channelId === null && userIds.length === 0 ? [] : [first, ...parts];
}
