import { MESSAGE_ATTRS } from '@parley/contracts';
import type { MessagesRead } from '@parley/contracts/messaging';
import { Prisma, type Reader } from '@parley/persistence';
import { OPEN_SPAN } from './message-visibility.sql.js';
import {
  type GroupRow,
  grouped,
  MAX_MESSAGES,
  messageFilter,
  people,
  toMessagesRead,
  type UnreadQuestion,
} from './unread-in-channels.sql.js';

interface WatermarksRow {
  readonly channelId: number;
  /** The channel in which the messages were received: their watermark decides, wherever the messages are now. */
  readonly receivedIn: number;
  readonly userIds: number[];
  readonly aboveIds: number[];
}

/** For the messages received in each channel: who has them, and above which id they are unread for them unless a row says otherwise. */
export async function aboveWatermarks(reader: Reader, organizationId: number, question: UnreadQuestion): Promise<MessagesRead[]> {
  const channelIds = Prisma.sql`${[...question.channelIds]}::int[]`;
  const watermarks = await reader.$queryRaw<WatermarksRow[]>(Prisma.sql`
    WITH person AS MATERIALIZED (${people(organizationId, question)}
    ), source AS (
      SELECT id AS channel_id, id AS received_in FROM unnest(${channelIds}) AS id
      UNION
      SELECT m.channel_id, m.origin_channel_id FROM message m
      WHERE m.organization_id = ${organizationId} AND m.channel_id = ANY (${channelIds}) AND m.origin_channel_id IS NOT NULL
    )
    SELECT p.channel_id AS "channelId", o.received_in AS "receivedIn", array_agg(p.user_id ORDER BY p.user_id) AS "userIds",
      array_agg(greatest(s.after_id, coalesce(r.read_id, 0))::float8 ORDER BY p.user_id) AS "aboveIds"
    FROM person p JOIN source o ON o.channel_id = p.channel_id
    JOIN subscription_span s ON s.user_id = p.user_id AND s.channel_id = o.received_in AND s.until_id = ${OPEN_SPAN}
    LEFT JOIN channel_read r ON r.user_id = p.user_id AND r.channel_id = o.received_in
    GROUP BY p.channel_id, o.received_in ORDER BY p.channel_id, o.received_in`);
  const floors = watermarks.map(({ aboveIds }) => aboveIds.reduce((least, id) => Math.min(least, id)));
  const found = await reader.$queryRaw<{ place: number; ids: number[] }[]>(Prisma.sql`
    SELECT a.place::int AS place, ARRAY(
      SELECT m.id::float8 FROM message m
      WHERE m.organization_id = ${organizationId} AND m.channel_id = a.channel_id AND coalesce(m.origin_channel_id, m.channel_id) = a.received_in
        AND m.id > a.floor AND m.attrs & ${MESSAGE_ATTRS.arrivesRead} = 0 ${messageFilter(question)}
      ORDER BY m.id DESC LIMIT ${MAX_MESSAGES}) AS ids
    FROM unnest(${watermarks.map(({ channelId }) => channelId)}::int[], ${watermarks.map(({ receivedIn }) => receivedIn)}::int[],
      ${floors}::bigint[]) WITH ORDINALITY AS a (channel_id, received_in, floor, place)`);
  const idsByPlace = new Map(found.map(({ place, ids }) => [place - 1, ids.reverse()]));
  const groups = watermarks.map(({ userIds, aboveIds }, place) => ({ userIds, aboveIds, messageIds: idsByPlace.get(place) ?? [] }));
  return groups.filter(({ messageIds }) => messageIds.length > 0);
}

/** The messages at or below the watermarks that an explicit row marks as unread. */
export async function unreadByRow(reader: Reader, organizationId: number, question: UnreadQuestion): Promise<MessagesRead[]> {
  const rows = await reader.$queryRaw<GroupRow[]>(Prisma.sql`
    WITH person AS (${people(organizationId, question)}
    ), unread AS (
      SELECT p.user_id, m.id
      FROM person p
      JOIN message_flag f ON f.user_id = p.user_id AND f.flags & 1 = 0
      JOIN message m ON m.id = f.message_id AND m.channel_id = p.channel_id ${messageFilter(question)}
      LEFT JOIN subscription_span s ON s.user_id = p.user_id AND s.channel_id = coalesce(m.origin_channel_id, m.channel_id) AND s.until_id = ${OPEN_SPAN}
      LEFT JOIN channel_read r ON r.user_id = p.user_id AND r.channel_id = s.channel_id
      WHERE m.organization_id = ${organizationId}
        AND (s.user_id IS NULL OR m.id <= greatest(s.after_id, coalesce(r.read_id, 0)) OR m.attrs & ${MESSAGE_ATTRS.arrivesRead} <> 0)
    )
    ${grouped(Prisma.sql`unread`)}`);
  return rows.map(toMessagesRead);
}
