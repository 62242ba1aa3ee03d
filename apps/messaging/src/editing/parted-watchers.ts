import { type WatchedMessages } from '../channel-history/channel-watchers.js';

/** Splits each group into users who keep access and users who lose it. Subscribers who lose access are listed by id. */
export function partedBy(
  watched: readonly WatchedMessages[],
  losing: ReadonlySet<number>,
): { readonly keeping: WatchedMessages[]; readonly losing: WatchedMessages[] } {
  const named = new Set(watched.flatMap((group) => [...group.userIds, ...group.exceptIds]));
  const isLosing = (id: number) => losing.has(id);
  const losingSubscribers = [...losing].filter((id) => !named.has(id));
  const keeping = watched.map((group) => ({
    ...group,
    userIds: group.userIds.filter((id) => !isLosing(id)),
    exceptIds: group.channelId === null ? [] : [...group.exceptIds, ...losingSubscribers],
  }));
  const lost = watched.map((group) => ({
    ...group,
    channelId: null,
    userIds: [...group.userIds.filter(isLosing), ...(group.channelId === null ? [] : losingSubscribers)],
    exceptIds: [],
  }));
  const isAnybody = (group: WatchedMessages) => group.channelId !== null || group.userIds.length > 0;
  return { keeping: keeping.filter(isAnybody), losing: lost.filter(isAnybody) };
}
