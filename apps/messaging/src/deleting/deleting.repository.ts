import { messagesById, readable, type Viewer } from '@parley/access';
import { FLAG_BITS, topicKey } from '@parley/contracts';
import { MESSAGES_PER_EVENT } from '@parley/contracts/messaging';
import { dbInt, Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const goneRow = z.object({
  id: dbInt,
  channelId: dbInt.nullable(),
  receivedIn: dbInt.nullable(),
  topicId: dbInt.nullable(),
  topic: z.string().nullable(),
  participantIds: z.array(dbInt).nullable(),
});
/** A message that is being deleted. */
export type Gone = z.infer<typeof goneRow>;

export function readGone(tx: Tx, organizationId: number, ids: readonly number[]): Promise<Gone[]> {
  return rows(
    tx,
    goneRow,
    Prisma.sql`
    SELECT m.id, m.channel_id AS "channelId", coalesce(m.origin_channel_id, m.channel_id) AS "receivedIn",
      m.topic_id AS "topicId", m.topic, CASE WHEN m.conversation_id IS NOT NULL THEN
        ARRAY(SELECT p.user_id FROM conversation_participant p
          WHERE p.organization_id = ${organizationId} AND p.conversation_id = m.conversation_id ORDER BY p.user_id) END AS "participantIds"
    FROM ${messagesById(organizationId, ids)}
    ORDER BY m.id`,
  );
}

/** Longer than the event log is kept. */
const LOG_DAYS = 10;

/**
 * Keeps the local ids of sends: a repeated send must not bring a message back. The event log contains the content of recent messages, so
 * these are listed for erasure, and what reminders quote. It contains nothing older.
 */
export async function deleteRows(tx: Tx, organizationId: number, gone: readonly Gone[]): Promise<void> {
  const ids = Prisma.sql`${gone.map(({ id }) => id)}::bigint[]`;
  await tx.$executeRaw(Prisma.sql`
    WITH flags AS (
      DELETE FROM message_flag WHERE organization_id = ${organizationId} AND message_id = ANY (${ids})
    ), reactions AS (
      DELETE FROM reaction WHERE organization_id = ${organizationId} AND message_id = ANY (${ids})
    ), submessages AS (
      DELETE FROM submessage WHERE organization_id = ${organizationId} AND message_id = ANY (${ids})
    ), words AS (
      DELETE FROM message_search WHERE organization_id = ${organizationId} AND message_id = ANY (${ids})
    ), gone AS (
      DELETE FROM message WHERE organization_id IS NOT DISTINCT FROM ${organizationId} AND id = ANY (${ids})
      RETURNING id, sent_at, last_edited_at, EXISTS (
          SELECT FROM submessage s WHERE s.organization_id = ${organizationId} AND s.message_id = message.id) AS has_submessages,
        EXISTS (SELECT FROM reminder r WHERE r.organization_id = ${organizationId} AND r.message_id = message.id) AS has_reminders
    )
    INSERT INTO text_to_erase (organization_id, message_id, sent_at, is_changed, after_seq)
    SELECT ${organizationId}, gone.id, gone.sent_at, gone.has_submessages OR gone.has_reminders OR gone.last_edited_at IS NOT NULL, counter.seq
    FROM gone JOIN organization_counter counter ON counter.organization_id = ${organizationId}
    WHERE greatest(gone.sent_at, gone.last_edited_at) > now() - make_interval(days => ${LOG_DAYS}::int)
      OR gone.has_submessages OR gone.has_reminders
    ON CONFLICT DO NOTHING`);
}

const newestIdsOfTopicRow = z.object({ id: dbInt });

export async function newestIdsOfTopic(tx: Tx, viewer: Viewer, channelId: number, topic: string): Promise<number[]> {
  const found = await rows(
    tx,
    newestIdsOfTopicRow,
    Prisma.sql`
    SELECT m.id FROM topic t JOIN message m ON m.topic_id = t.id
    WHERE t.organization_id = ${viewer.organizationId} AND t.channel_id = ${channelId} AND t.key = ${topicKey(topic)} AND ${readable(viewer)}
    ORDER BY m.id DESC LIMIT ${MESSAGES_PER_EVENT}`,
  );
  return found.map(({ id }) => id);
}

const star = z.object({ userId: dbInt, messageId: dbInt, isSubscribed: z.boolean() });
export type Star = z.infer<typeof star>;

/** The stars on the messages, by user. */
export function readStars(tx: Tx, organizationId: number, messageIds: readonly number[]): Promise<Star[]> {
  return rows(
    tx,
    star,
    Prisma.sql`
    SELECT f.user_id AS "userId", m.id AS "messageId",
      EXISTS (SELECT FROM subscription b
        WHERE b.organization_id = ${organizationId} AND b.user_id = f.user_id AND b.channel_id = m.channel_id
          AND b.active) AS "isSubscribed"
    FROM message_flag f JOIN message m ON m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = f.message_id
    WHERE f.organization_id = ${organizationId} AND f.message_id = ANY (${[...messageIds]}::bigint[]) AND f.flags & ${FLAG_BITS.starred}::int <> 0
    ORDER BY f.user_id, m.id`,
  );
}

/**
 * For each span of the channel in which the deleted messages were the newest, stores the newest of them. So the newest message that a user
 * ever received (max_message_id of a registration) never goes back.
 */
export async function keepNewestReceived(
  tx: Tx,
  organizationId: number,
  gone: readonly { readonly id: number; readonly receivedIn: number | null }[],
): Promise<void> {
  const inChannels = gone.filter(({ receivedIn }) => receivedIn !== null);
  if (inChannels.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    WITH gone AS MATERIALIZED (
      SELECT * FROM unnest(${inChannels.map(({ id }) => id)}::bigint[], ${inChannels.map(({ receivedIn }) => receivedIn)}::int[]) AS g (id, channel_id)
    ), ending AS (
      SELECT DISTINCT s.channel_id, s.until_id FROM subscription_span s
      WHERE s.organization_id = ${organizationId} AND s.channel_id IN (SELECT channel_id FROM gone)
    )
    INSERT INTO deleted_newest_message (organization_id, channel_id, message_id)
    SELECT DISTINCT ${organizationId}::int, ending.channel_id, newest.id
    FROM ending CROSS JOIN LATERAL (
      SELECT max(g.id) AS id FROM gone g WHERE g.channel_id = ending.channel_id AND g.id <= ending.until_id
    ) AS newest
    WHERE newest.id IS NOT NULL
      AND NOT EXISTS (SELECT FROM message m WHERE m.channel_id = ending.channel_id AND m.origin_channel_id IS NULL
        AND m.id > newest.id AND m.id <= ending.until_id)
      AND NOT EXISTS (SELECT FROM message m WHERE m.origin_channel_id = ending.channel_id AND m.id > newest.id AND m.id <= ending.until_id)
    ON CONFLICT DO NOTHING`);
}
