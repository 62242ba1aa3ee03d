import { MESSAGE_ATTRS } from '@parley/contracts';
import type { MessagesRead } from '@parley/contracts/messaging';
import { dbInts, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import { OPEN_SPAN, rowSaysUnread } from './message-visibility.sql.js';
import { grouped, groupRow, MAX_MESSAGES, messageFilter, people, type UnreadQuery } from './unread-in-channels.sql.js';

const watermarksRow = z.object({
  channelId: z.int(),
  /** The channel in which the messages were received: their watermark decides, wherever the messages are now. */
  receivedIn: z.int(),
  userIds: dbInts,
  aboveIds: dbInts,
});

const aboveWatermarksRow = z.object({ ordinal: z.int(), ids: dbInts });

/** For the messages received in each channel: who has them, and above which id they are unread for them unless a row says otherwise. */
export async function aboveWatermarks(reader: SqlReader, organizationId: number, query: UnreadQuery): Promise<MessagesRead[]> {
  const channelIds = Prisma.sql`${[...query.channelIds]}::int[]`;
  const watermarks = await rows(
    reader,
    watermarksRow,
    Prisma.sql`
    WITH person AS MATERIALIZED (${people(organizationId, query)}
    ), source AS (
      SELECT id AS channel_id, id AS received_in FROM unnest(${channelIds}) AS id
      UNION
      SELECT m.channel_id, m.origin_channel_id FROM message m
      WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.channel_id = ANY (${channelIds}) AND m.origin_channel_id IS NOT NULL
    )
    SELECT p.channel_id AS "channelId", o.received_in AS "receivedIn", array_agg(p.user_id ORDER BY p.user_id) AS "userIds",
      json_agg(greatest(s.after_id, coalesce(r.read_id, 0)) ORDER BY p.user_id) AS "aboveIds"
    FROM person p JOIN source o ON o.channel_id = p.channel_id
    JOIN subscription_span s
      ON s.organization_id = ${organizationId} AND s.user_id = p.user_id AND s.channel_id = o.received_in AND s.until_id = ${OPEN_SPAN}
    LEFT JOIN channel_read r ON r.organization_id = ${organizationId} AND r.user_id = p.user_id AND r.channel_id = o.received_in
    GROUP BY p.channel_id, o.received_in ORDER BY p.channel_id, o.received_in`,
  );
  const floors = watermarks.map(({ aboveIds }) => aboveIds.reduce((least, id) => Math.min(least, id)));
  const found = await rows(
    reader,
    aboveWatermarksRow,
    Prisma.sql`
    SELECT a.ordinal::int AS ordinal, to_json(ARRAY(
      SELECT m.id FROM message m
      WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.channel_id = a.channel_id AND coalesce(m.origin_channel_id, m.channel_id) = a.received_in
        AND m.id > a.floor AND m.attrs & ${MESSAGE_ATTRS.arrivesRead} = 0 ${messageFilter(query)}
      ORDER BY m.id DESC LIMIT ${MAX_MESSAGES})) AS ids
    FROM unnest(${watermarks.map(({ channelId }) => channelId)}::int[], ${watermarks.map(({ receivedIn }) => receivedIn)}::int[],
      ${floors}::bigint[]) WITH ORDINALITY AS a (channel_id, received_in, floor, ordinal)`,
  );
  const idsByIndex = new Map(found.map(({ ordinal, ids }) => [ordinal - 1, ids.reverse()]));
  const groups = watermarks.map(({ userIds, aboveIds }, index) => ({ userIds, aboveIds, messageIds: idsByIndex.get(index) ?? [] }));
  return groups.filter(({ messageIds }) => messageIds.length > 0);
}

/** The messages at or below the watermarks that an explicit row marks as unread. */
export async function unreadByRow(reader: SqlReader, organizationId: number, query: UnreadQuery): Promise<MessagesRead[]> {
  return rows(
    reader,
    groupRow,
    Prisma.sql`
    WITH person AS (${people(organizationId, query)}
    ), unread AS (
      SELECT p.user_id, m.id
      FROM person p
      JOIN message_flag f ON f.organization_id = ${organizationId} AND f.user_id = p.user_id AND ${rowSaysUnread}
      JOIN message m ON m.id = f.message_id AND m.channel_id = p.channel_id ${messageFilter(query)}
      LEFT JOIN subscription_span s
        ON s.organization_id = ${organizationId} AND s.user_id = p.user_id AND s.channel_id = coalesce(m.origin_channel_id, m.channel_id)
          AND s.until_id = ${OPEN_SPAN}
      LEFT JOIN channel_read r ON r.organization_id = ${organizationId} AND r.user_id = p.user_id AND r.channel_id = s.channel_id
      WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId}
        AND (s.user_id IS NULL OR m.id <= greatest(s.after_id, coalesce(r.read_id, 0)) OR m.attrs & ${MESSAGE_ATTRS.arrivesRead} <> 0)
    )
    ${grouped(Prisma.sql`unread`)}`,
  );
}
