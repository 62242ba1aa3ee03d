import { membershipOf } from '@parley/access';
import { ROLES } from '@parley/contracts';
import {
  constant,
  dbInt,
  dbInts,
  firstRow,
  Prisma,
  rows,
  type SqlReader,
  type SqlWriter,
  type Tx,
  userSettingSql,
} from '@parley/persistence';
import { z } from 'zod';

/** Someone is away if their last request was more than so many days ago. */
export const AWAY_DAYS = 5;
/** The newest messages that decide which topics are hot. */
const MOST_MESSAGES = 100_000;
/** Stored topics of one channel: so many in which most people wrote, and as many with most messages. */
const PER_CHANNEL = 5;
/** Topics of one person by each of the two orders: more than a mail shows, because some may be gone when it is made. */
const PER_PERSON = 8;

/** Most by which the clock of a database is behind that of the database before it. */
const CLOCK_SECONDS = 60;

/** Fewest days between two digests of one person. It matters when the weekday was changed. */
const DAYS_BETWEEN = 6;

/** Someone who uses Parley is not away. `u`: their account, `s`: their settings, left joined. */
export const wantsDigest = Prisma.sql`u.is_active AND NOT u.is_bot AND u.last_active_on < current_date - ${constant(AWAY_DAYS)}
  AND ${userSettingSql('enable_digest_emails', Prisma.sql`s.values`)}`;

/**
 * Stores, for each channel, the topics in which most people wrote since then, and those with most messages. Messages of bots do not count.
 */
export async function storeHotTopics(tx: Tx, organizationId: number, since: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO digest_topic (organization_id, channel_id, topic_id, senders, messages)
    SELECT ${organizationId}, h.channel_id, h.topic_id, h.senders, h.messages FROM (
      SELECT g.*, row_number() OVER (PARTITION BY g.channel_id ORDER BY g.senders DESC, g.messages DESC, g.topic_id DESC) AS by_senders,
        row_number() OVER (PARTITION BY g.channel_id ORDER BY g.messages DESC, g.senders DESC, g.topic_id DESC) AS by_messages
      FROM (
        SELECT n.channel_id, n.topic_id, count(DISTINCT n.sender_id)::int AS senders, count(*)::int AS messages
        FROM (SELECT m.channel_id, m.topic_id, m.sender_id FROM message m
          WHERE m.organization_id = ${organizationId} AND m.sent_at >= ${since} AND m.channel_id IS NOT NULL
          ORDER BY m.sent_at DESC LIMIT ${MOST_MESSAGES}) AS n
        JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = n.sender_id AND NOT u.is_bot
        GROUP BY n.channel_id, n.topic_id
      ) AS g
    ) AS h WHERE h.by_senders <= ${PER_CHANNEL} OR h.by_messages <= ${PER_CHANNEL}`;
}

const personRow = z.object({ id: z.int(), isWanted: z.boolean() });
export type DigestPerson = z.output<typeof personRow>;

const idRow = z.object({ id: dbInt });

/** Id of a message below which all messages are older than `since`, because ids ascend with time; undefined if no message is newer. */
export async function firstIdSince(reader: SqlReader, organizationId: number, since: Date): Promise<number | undefined> {
  const found = await firstRow(
    reader,
    idRow,
    Prisma.sql`
    SELECT m.id FROM message m
    WHERE m.organization_id = ${organizationId} AND m.sent_at >= ${since}::timestamptz - make_interval(secs => ${CLOCK_SECONDS}::int)
    ORDER BY m.sent_at, m.id LIMIT 1`,
  );
  return found?.id;
}

/** The next people in the order of their ids, and whether they are away and want digests. */
export function nextPeople(reader: SqlReader, organizationId: number, afterUserId: number, most: number): Promise<DigestPerson[]> {
  return rows(
    reader,
    personRow,
    Prisma.sql`
    SELECT u.id, ${wantsDigest} AS "isWanted"
    FROM user_account u LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.id > ${afterUserId} ORDER BY u.id LIMIT ${most}`,
  );
}

const topicsRow = z.object({ userId: z.int(), topicIds: dbInts });
export type TopicsOfPerson = z.output<typeof topicsRow>;

/** The hot topics of the channels to which each person is subscribed, without what they muted. People without any are left out. */
export function topicsOfPeople(reader: SqlReader, organizationId: number, userIds: readonly number[]): Promise<TopicsOfPerson[]> {
  return rows(
    reader,
    topicsRow,
    Prisma.sql`
    SELECT r.user_id AS "userId", array_agg(r.topic_id ORDER BY r.topic_id) AS "topicIds" FROM (
      SELECT b.user_id, h.topic_id,
        row_number() OVER (PARTITION BY b.user_id ORDER BY h.senders DESC, h.messages DESC, h.topic_id DESC) AS by_senders,
        row_number() OVER (PARTITION BY b.user_id ORDER BY h.messages DESC, h.senders DESC, h.topic_id DESC) AS by_messages
      FROM subscription b
      JOIN digest_topic h ON h.organization_id = ${organizationId} AND h.channel_id = b.channel_id
      JOIN topic t ON t.organization_id = ${organizationId} AND t.id = h.topic_id
      LEFT JOIN user_topic x
        ON x.organization_id = ${organizationId} AND x.user_id = b.user_id AND x.channel_id = t.channel_id AND x.topic_key = t.key
      WHERE b.organization_id = ${organizationId} AND b.user_id = ANY (${[...userIds]}::int[]) AND b.active AND ${isHeard}
    ) AS r WHERE r.by_senders <= ${PER_PERSON} OR r.by_messages <= ${PER_PERSON} GROUP BY r.user_id`,
  );
}

/**
 * The topic is not muted, and if the channel is muted, the person unmuted or follows the topic. `b`: the subscription, `x`: the person's
 * policy for the topic, left joined.
 */
export const isHeard = Prisma.sql`CASE coalesce(x.visibility_policy, 0) WHEN 0 THEN NOT b.is_muted WHEN 1 THEN false ELSE true END`;

const userRow = z.object({ userId: z.int() });

/**
 * Those of these people who may read a channel that was created since, by the rules of `readableChannel`: for each of them, in one statement. Without
 * such a channel it looks at no one.
 */
export async function mayReadNewChannels(
  reader: SqlReader,
  organizationId: number,
  since: Date,
  userIds: readonly number[],
): Promise<number[]> {
  const isMember = Prisma.sql`p.role <> ${constant(ROLES.guest)}`;
  const found = await rows(
    reader,
    userRow,
    Prisma.sql`
    WITH RECURSIVE fresh AS MATERIALIZED (
      SELECT c.id, c.is_web_public, c.is_private, c.can_subscribe_group, c.can_add_subscribers_group FROM channel c
      WHERE c.organization_id = ${organizationId} AND c.created_at >= ${since} AND NOT c.is_archived
    ), person AS MATERIALIZED (
      SELECT u.id, u.role, u.joined_at FROM user_account u
      WHERE u.organization_id = ${organizationId} AND u.id = ANY (${[...userIds]}::int[]) AND EXISTS (SELECT FROM fresh)
    ), membership (user_id, group_id) AS (${membershipOf(organizationId, Prisma.sql`person`)}),
    by_group AS (
      SELECT DISTINCT m.user_id FROM membership m WHERE m.group_id IN (
        SELECT c.can_subscribe_group FROM fresh c WHERE c.is_private UNION SELECT c.can_add_subscribers_group FROM fresh c WHERE c.is_private)
    ), by_subscription AS (
      SELECT DISTINCT b.user_id FROM fresh c JOIN subscription b ON b.organization_id = ${organizationId} AND b.channel_id = c.id AND b.active
      WHERE b.user_id = ANY (${[...userIds]}::int[])
    )
    SELECT p.id AS "userId" FROM person p
    WHERE EXISTS (SELECT FROM fresh c WHERE c.is_web_public OR (${isMember} AND NOT c.is_private))
      OR (${isMember} AND p.id IN (SELECT g.user_id FROM by_group g)) OR p.id IN (SELECT s.user_id FROM by_subscription s)
    ORDER BY p.id`,
  );
  return found.map(({ userId }) => userId);
}

/** Of these people, those who get a digest that began at this time. Each person gets it once, whatever happens. */
export async function noteDigests(tx: Tx, organizationId: number, userIds: readonly number[], begunAt: Date): Promise<ReadonlySet<number>> {
  const noted = await rows(
    tx,
    userRow,
    Prisma.sql`
    INSERT INTO digest_mail AS d (organization_id, user_id, begun_at)
    SELECT ${organizationId}, u.id, ${begunAt} FROM unnest(${[...userIds]}::int[]) AS u (id) ORDER BY u.id
    ON CONFLICT (organization_id, user_id) DO UPDATE SET begun_at = EXCLUDED.begun_at
      WHERE d.begun_at <= EXCLUDED.begun_at - make_interval(days => ${DAYS_BETWEEN}::int)
    RETURNING d.user_id AS "userId"`,
  );
  return new Set(noted.map(({ userId }) => userId));
}

/** Of a person who is erased. */
export async function forgetDigests(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`DELETE FROM digest_mail WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}

const waitingRow = z.object({ count: z.int() });

/**
 * Number of unsent mails of this job that were queued in the last 5 minutes, at most `most`. Older ones are ignored: they failed and are tried
 * again for an hour, and those of one organization must not stop the digests of the others for so long.
 */
export async function waitingMails(reader: SqlReader, job: string, most: number): Promise<number> {
  const [found] = await rows(
    reader,
    waitingRow,
    Prisma.sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM queued_mail q WHERE q.job = ${job} AND q.queued_at > now() - interval '5 minutes' LIMIT ${most}) AS w`,
  );
  return found?.count ?? 0;
}
