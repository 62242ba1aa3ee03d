import { readable, readableChannel, subscriptionJoin, type Viewer } from '@parley/access';
import { dbInt, dbInts, firstRow, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import { isHeard, wantsDigest } from './digest-candidates.repository.js';

/** Messages of one topic that are counted. */
const MOST_COUNTED = 1_000;
/** Messages of one topic that are shown. */
const SHOWN = 2;

const wantedRow = z.object({ isWanted: z.boolean() });

/** Whether the person is still away, and still wants digests. */
export async function stillWantsDigest(reader: SqlReader, organizationId: number, userId: number): Promise<boolean> {
  const found = await firstRow(
    reader,
    wantedRow,
    Prisma.sql`
    SELECT ${wantsDigest} AS "isWanted"
    FROM user_account u LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.id = ${userId}`,
  );
  return found?.isWanted ?? false;
}

const topicRow = z.object({
  channelId: z.int(),
  channelName: z.string(),
  topic: z.string(),
  /** The first ones. */
  messageIds: dbInts,
  /** Counted to 1,000. */
  messages: z.int(),
  senders: z.int(),
});
export type DigestTopic = z.output<typeof topicRow>;

/** `sinceId`: id of a message below which everything is older, so that the messages of a long topic are not all read. 0: unknown. */
interface Beginning {
  readonly since: Date;
  readonly sinceId: number;
}

/**
 * Those of these topics that are still in channels to which the viewer is subscribed and that they did not mute, with what they may read there since
 * that time. Messages of bots and of people whom they muted do not count.
 */
export function topicsNow(
  reader: SqlReader,
  viewer: Viewer,
  topicIds: readonly number[],
  { since, sinceId }: Beginning,
): Promise<DigestTopic[]> {
  const { organizationId, userId } = viewer;
  return rows(
    reader,
    topicRow,
    Prisma.sql`
    SELECT c.id AS "channelId", c.name AS "channelName", k.topic, k.ids AS "messageIds", k.messages, k.senders
    FROM topic t
    JOIN channel c ON c.organization_id = ${organizationId} AND c.id = t.channel_id AND NOT c.is_archived
    JOIN subscription b ON b.organization_id = ${organizationId} AND b.user_id = ${userId} AND b.channel_id = c.id AND b.active
    LEFT JOIN user_topic x ON x.organization_id = ${organizationId} AND x.user_id = ${userId} AND x.channel_id = c.id AND x.topic_key = t.key
    CROSS JOIN LATERAL (
      SELECT (array_agg(r.id ORDER BY r.id))[1:${SHOWN}::int] AS ids, count(*)::int AS messages, count(DISTINCT r.sender_id)::int AS senders,
        (array_agg(r.topic ORDER BY r.id DESC))[1] AS topic
      FROM (SELECT m.id, m.sender_id, m.topic FROM message m
        JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = m.sender_id AND NOT u.is_bot
        WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.topic_id = t.id AND m.id >= ${sinceId}
          AND m.sent_at >= ${since} AND m.sender_id <> ${userId} AND ${readable(viewer)} AND NOT EXISTS (SELECT FROM muted_user n
            WHERE n.organization_id = ${organizationId} AND n.user_id = ${userId} AND n.sender_id = m.sender_id)
        ORDER BY m.id DESC LIMIT ${MOST_COUNTED}) AS r
    ) AS k
    WHERE t.organization_id = ${organizationId} AND t.id = ANY (${[...topicIds]}::bigint[]) AND ${isHeard} AND k.messages > 0
    ORDER BY t.id`,
  );
}

const channelRow = z.object({ id: z.int(), name: z.string(), count: dbInt });
export type NewChannel = z.output<typeof channelRow>;

/** The oldest channels that were created since and that the viewer may read, and how many there are. They do not include channels that they muted. */
export function newChannels(reader: SqlReader, viewer: Viewer, since: Date, most: number): Promise<NewChannel[]> {
  return rows(
    reader,
    channelRow,
    Prisma.sql`
    SELECT c.id, c.name, count(*) OVER () AS count FROM channel c ${subscriptionJoin(viewer)}
    WHERE c.organization_id = ${viewer.organizationId} AND c.created_at >= ${since} AND NOT c.is_archived AND ${readableChannel(viewer)}
      AND NOT coalesce(b.is_muted, false)
    ORDER BY c.id LIMIT ${most}`,
  );
}
