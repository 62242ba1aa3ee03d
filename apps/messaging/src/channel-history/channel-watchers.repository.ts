import { messagesById, OPEN_SPAN } from '@parley/access';
import { type ChannelRecord, dbInt, ofUnknownLength, PREPARED, Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { WatchedMessages } from './channel-watchers.js';
import { mayReadNewUnsubscribed, mayReadUnsubscribed, membersCte } from './unsubscribed-readers.repository.js';

const idRow = z.object({ id: dbInt });

/** Users who are not subscribed, but were when a message arrived or have flags on one, and may read the channel. Ascending. */
export async function othersWithHistory(
  tx: Tx,
  organizationId: number,
  channel: ChannelRecord,
  messageIds: readonly number[],
): Promise<number[]> {
  const channelId = channel.id;
  const ids = Prisma.sql`${ofUnknownLength(Prisma.sql`${[...messageIds]}::bigint[]`)}::bigint[]`;
  const found = await rows(
    tx,
    idRow,
    Prisma.sql`
    ${PREPARED} WITH RECURSIVE requested AS (
      SELECT m.id, coalesce(m.origin_channel_id, m.channel_id) AS received_in FROM ${messagesById(organizationId, messageIds)}
    ), candidate AS (
      SELECT f.user_id FROM message_flag f WHERE f.organization_id = ${organizationId} AND f.message_id = ANY (${ids})
      UNION
      SELECT s.user_id FROM subscription_span s
      WHERE s.organization_id = ${organizationId} AND s.channel_id IN (SELECT received_in FROM requested)
        AND (s.until_id < ${OPEN_SPAN} OR s.channel_id <> ${channelId})
        AND EXISTS (SELECT FROM requested a WHERE a.received_in = s.channel_id AND a.id > s.after_id AND a.id <= s.until_id)
    ), person AS (
      SELECT u.id, u.role, u.joined_at FROM candidate JOIN user_account u
        ON u.organization_id = ${organizationId} AND u.id = candidate.user_id AND u.is_active
      WHERE NOT EXISTS (SELECT FROM subscription b
        WHERE b.organization_id = ${organizationId} AND b.user_id = u.id AND b.channel_id = ${channelId} AND b.active)
    ), ${membersCte(channel)}
    SELECT person.id FROM person WHERE ${mayReadUnsubscribed(channel)} ORDER BY person.id`,
  );
  return found.map(({ id }) => id);
}

const partialView = z.object({ userId: dbInt, isSubscribed: z.boolean(), ids: z.array(dbInt) });
export type PartialView = z.infer<typeof partialView>;

/** Subscribers and `others` who may read only some of the messages, with the ids of these. */
export function partialViews(
  tx: Tx,
  organizationId: number,
  channel: ChannelRecord,
  others: readonly number[],
  messageIds: readonly number[],
): Promise<PartialView[]> {
  return rows(
    tx,
    partialView,
    Prisma.sql`
    WITH requested AS MATERIALIZED (
      SELECT m.id, coalesce(m.moved_at_id, m.id) AS placed_id FROM ${messagesById(organizationId, messageIds)}
    ), ends AS (
      SELECT min(placed_id) AS first, max(placed_id) AS last FROM requested
    ), viewer AS (
      SELECT b.user_id, true AS is_subscribed FROM subscription b
        WHERE b.organization_id = ${organizationId} AND b.channel_id = ${channel.id} AND b.active
      UNION ALL SELECT other, false FROM unnest(${[...others]}::int[]) AS other
    )
    SELECT v.user_id AS "userId", v.is_subscribed AS "isSubscribed", ARRAY(
        SELECT a.id FROM requested a WHERE EXISTS (SELECT FROM subscription_span s
          WHERE s.organization_id = ${organizationId} AND s.user_id = v.user_id AND s.channel_id = ${channel.id}
            AND a.placed_id > s.after_id AND a.placed_id <= s.until_id)
        ORDER BY a.id) AS ids
    FROM viewer v CROSS JOIN ends
    WHERE NOT EXISTS (SELECT FROM subscription_span s
      WHERE s.organization_id = ${organizationId} AND s.user_id = v.user_id AND s.channel_id = ${channel.id} AND s.after_id < ends.first
        AND s.until_id >= ends.last)
    ORDER BY v.user_id`,
  );
}

/** The users who could read the messages and may not read them in the channel to which they are moved. */
export async function losingAccess(
  tx: Tx,
  organizationId: number,
  watched: readonly WatchedMessages[],
  to: ChannelRecord,
): Promise<ReadonlySet<number>> {
  if (to.isWebPublic) return new Set();
  const channelIds = watched.flatMap(({ channelId }) => channelId ?? []);
  const userIds = watched.flatMap((group) => group.userIds);
  const found = await rows(
    tx,
    idRow,
    Prisma.sql`
    WITH RECURSIVE candidate AS (
      SELECT b.user_id FROM subscription b
        WHERE b.organization_id = ${organizationId} AND b.channel_id = ANY (${channelIds}::int[]) AND b.active
      UNION SELECT named FROM unnest(${userIds}::int[]) AS named
    ), person AS (
      SELECT u.id, u.role, u.joined_at FROM candidate JOIN user_account u ON u.id = candidate.user_id AND u.organization_id = ${organizationId}
      WHERE NOT EXISTS (SELECT FROM subscription b
        WHERE b.organization_id = ${organizationId} AND b.user_id = u.id AND b.channel_id = ${to.id} AND b.active)
    ), ${membersCte(to)}
    SELECT person.id FROM person WHERE NOT ${mayReadNewUnsubscribed(to)}`,
  );
  return new Set(found.map(({ id }) => id));
}
