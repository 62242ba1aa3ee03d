import { type ChannelRecord, Prisma, type Tx } from '@parley/persistence';
import { mayReadNewUnsubscribed, membersCte, type WatchedMessages } from '../channel-history/channel-watchers.js';

/** The users who could read the messages and may not read them in the channel to which they are moved. */
export async function losingAccess(tx: Tx, watched: readonly WatchedMessages[], to: ChannelRecord): Promise<ReadonlySet<number>> {
  if (to.isWebPublic) return new Set();
  const channelIds = watched.flatMap(({ channelId }) => channelId ?? []);
  const userIds = watched.flatMap((group) => group.userIds);
  const rows = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    WITH RECURSIVE candidate AS (
      SELECT b.user_id FROM subscription b WHERE b.channel_id = ANY (${channelIds}::int[]) AND b.active
      UNION SELECT named FROM unnest(${userIds}::int[]) AS named
    ), person AS (
      SELECT u.id, u.role, u.joined_at FROM candidate JOIN user_account u ON u.id = candidate.user_id AND u.organization_id = ${to.organizationId}
      WHERE NOT EXISTS (SELECT FROM subscription b WHERE b.user_id = u.id AND b.channel_id = ${to.id} AND b.active)
    ), ${membersCte(to)}
    SELECT person.id FROM person WHERE NOT ${mayReadNewUnsubscribed(to)}`);
  return new Set(rows.map(({ id }) => id));
}

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
