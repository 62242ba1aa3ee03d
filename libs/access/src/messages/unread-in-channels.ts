import { MESSAGE_ATTRS } from '@parley/contracts';
import type { MessagesRead } from '@parley/contracts/messaging';
import { Prisma, type Reader } from '@parley/persistence';
import { arrivesUnread, OPEN_SPAN, unreadWithoutRow } from './message-visibility.sql.js';

/** The subscribers, channels and messages that `unreadInChannels` reads. Optional filters that are absent select all. */
export interface UnreadQuestion {
  readonly channelIds: readonly number[];
  readonly userIds?: readonly number[];
  readonly messageIds?: readonly number[];
  /** Excludes users who are subscribed to this channel. */
  readonly notSubscribedTo?: number;
}

/** With at most this many users, or messages, every pair is checked without counting the pairs first. */
const FEW = 20;
/** Up to this many pairs of user and message, every pair is checked. A pair takes some microseconds, while the counter row is locked. */
const MAX_PAIRS = 100_000;
/** Of one channel, at most the newest messages up to this number: as many as a registration reports. */
const MAX_MESSAGES = 50_000;

/**
 * The messages that subscribers of the channels have unread there, grouped by users with the same unread messages. If there are too many pairs of
 * user and message, the result is all messages above each user's watermark, including those that the user read one by one. Call it inside a
 * change, before the rows change.
 */
export async function unreadInChannels(reader: Reader, organizationId: number, question: UnreadQuestion): Promise<MessagesRead[]> {
  const { userIds, messageIds } = question;
  if (Math.min(userIds?.length ?? FEW + 1, messageIds?.length ?? FEW + 1) <= FEW) return unreadOfEach(reader, organizationId, question);
  const above = await aboveWatermarks(reader, organizationId, question);
  const pairs = above.reduce((sum, group) => sum + group.userIds.length * group.messageIds.length, 0);
  if (pairs <= MAX_PAIRS) return unreadOfEach(reader, organizationId, question);
  return [...above, ...(await unreadByRow(reader, organizationId, question))];
}

/** Reads, for each person, the messages above their watermark and the rows that say unread. */
async function unreadOfEach(reader: Reader, organizationId: number, question: UnreadQuestion): Promise<MessagesRead[]> {
  const person = { userId: Prisma.sql`p.user_id` };
  const inQuestion = messageFilter(question);
  const hasNoRow = Prisma.sql`NOT EXISTS (SELECT FROM message_flag f WHERE f.user_id = p.user_id AND f.message_id = m.id)`;
  const rows = await reader.$queryRaw<GroupRow[]>(Prisma.sql`
    WITH person AS (${people(organizationId, question)}
    ), unread AS (
      SELECT p.user_id, m.id
      FROM person p
      JOIN subscription_span s ON s.user_id = p.user_id AND s.channel_id = p.channel_id AND s.until_id = ${OPEN_SPAN}
      LEFT JOIN channel_read r ON r.user_id = p.user_id AND r.channel_id = p.channel_id
      JOIN message m ON m.channel_id = p.channel_id AND m.origin_channel_id IS NULL AND m.id > greatest(s.after_id, coalesce(r.read_id, 0)) ${inQuestion}
      WHERE m.organization_id = ${organizationId} AND ${arrivesUnread(person)} AND ${hasNoRow}
      UNION ALL
      SELECT p.user_id, m.id
      FROM person p JOIN message m ON m.channel_id = p.channel_id AND m.origin_channel_id IS NOT NULL ${inQuestion}
      WHERE m.organization_id = ${organizationId} AND ${unreadWithoutRow(person)} AND ${hasNoRow}
      UNION ALL
      SELECT p.user_id, m.id
      FROM person p
      JOIN message_flag f ON f.user_id = p.user_id AND f.flags & 1 = 0
      JOIN message m ON m.id = f.message_id AND m.channel_id = p.channel_id ${inQuestion}
      WHERE m.organization_id = ${organizationId}
    )
    ${grouped(Prisma.sql`unread`)}`);
  return rows.map(toMessagesRead);
}

interface WatermarksRow {
  readonly channelId: number;
  /** The channel in which the messages were received: their watermark decides, wherever the messages are now. */
  readonly receivedIn: number;
  readonly userIds: number[];
  readonly aboveIds: number[];
}

/** For the messages received in each channel: who has them, and above which id they are unread for them unless a row says otherwise. */
async function aboveWatermarks(reader: Reader, organizationId: number, question: UnreadQuestion): Promise<MessagesRead[]> {
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
async function unreadByRow(reader: Reader, organizationId: number, question: UnreadQuestion): Promise<MessagesRead[]> {
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

/** user_id, channel_id */
function people(organizationId: number, { channelIds, userIds, notSubscribedTo }: UnreadQuestion): Prisma.Sql {
  return Prisma.sql`
      SELECT b.user_id, b.channel_id FROM subscription b
      WHERE b.organization_id = ${organizationId} AND b.channel_id = ANY (${[...channelIds]}::int[]) AND b.active
        ${userIds === undefined ? Prisma.empty : Prisma.sql`AND b.user_id = ANY (${[...userIds]}::int[])`}
        ${notSubscribedTo === undefined ? Prisma.empty : isNotSubscribed(notSubscribedTo)}`;
}

function isNotSubscribed(channelId: number): Prisma.Sql {
  return Prisma.sql`AND NOT EXISTS (SELECT FROM subscription o WHERE o.user_id = b.user_id AND o.channel_id = ${channelId} AND o.active)`;
}

function messageFilter({ messageIds }: UnreadQuestion): Prisma.Sql {
  return messageIds === undefined ? Prisma.empty : Prisma.sql`AND m.id = ANY (${[...messageIds]}::bigint[])`;
}

interface GroupRow {
  readonly userIds: number[];
  readonly messageIds: bigint[];
}

/** Of rows with user_id and id. */
function grouped(unread: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT array_agg(user_id ORDER BY user_id) AS "userIds", ids AS "messageIds"
    FROM (SELECT user_id, array_agg(id ORDER BY id) AS ids FROM ${unread} GROUP BY user_id) AS each_person
    GROUP BY ids ORDER BY min(user_id)`;
}

function toMessagesRead({ userIds, messageIds }: GroupRow): MessagesRead {
  return { userIds, messageIds: messageIds.map(Number) };
}
