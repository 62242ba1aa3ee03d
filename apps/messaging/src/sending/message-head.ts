import { FLAG_BITS, TOPIC_VISIBILITY, topicKey, topicVisibilityChanged, USER_SETTINGS } from '@parley/contracts';
import { OPEN_SPAN, Prisma } from '@parley/persistence';
import type { Composed } from './compose.js';
import type { VisibilityChange } from './visibility-change.js';

/** The beginning of the send statement. */
export interface MessageHead {
  /** They define `head`, one row: seq and message_id of the message, and `at`. */
  readonly ctes: Prisma.Sql;
  /** JSON list of what was logged before the message: payloads of topic-visibility.changed. */
  readonly visibility: Prisma.Sql;
}

export function headOf(organizationId: number, { destination, flags }: Composed, change: VisibilityChange | null): MessageHead {
  const mentioned = [...flags].filter(([, bits]) => (bits & FLAG_BITS.mentioned) !== 0).map(([id]) => id);
  if (destination.kind === 'direct' || (change === null && mentioned.length === 0)) return plainHead(organizationId);
  const { channel, topic } = destination;
  return headWithVisibility(organizationId, channel.id, topic, askedRows(channel.id, mentioned, change));
}

function plainHead(organizationId: number): MessageHead {
  return {
    ctes: Prisma.sql`head AS (
      UPDATE organization_counter SET seq = seq + 1, last_message_id = nextval('message_id_seq')
      WHERE organization_id = ${organizationId}
      RETURNING seq, last_message_id AS message_id, clock_timestamp() AS at
    )`,
    visibility: Prisma.sql`'[]'::jsonb`,
  };
}

/** Bounds one logged event. */
const MOST_PEOPLE = 1_000;

/**
 * Locks the counter first, so that the VOLATILE functions decide on fresh rows; only then is it known how many seqs are taken.
 * MATERIALIZED: what changes rows runs once.
 */
function headWithVisibility(organizationId: number, channelId: number, topic: string, asked: Prisma.Sql): MessageHead {
  return {
    ctes: Prisma.sql`locked AS MATERIALIZED (
      SELECT organization_id FROM organization_counter WHERE organization_id = ${organizationId} FOR UPDATE
    ), asked AS MATERIALIZED (${asked}
    ), batch AS (
      SELECT (row_number() OVER (ORDER BY account) - 1) / ${MOST_PEOPLE} AS place, account, policy, expected FROM asked
    ), changed AS MATERIALIZED (
      SELECT place, change_topic_visibility(${organizationId}::int, ${channelId}::int, ${topic}, ${topicKey(topic)},
        array_agg(account), array_agg(policy), array_agg(expected)) AS payload
      FROM batch GROUP BY place
    ), visible AS MATERIALIZED (
      SELECT payload, row_number() OVER (ORDER BY place) AS place FROM changed WHERE payload IS NOT NULL
    ), head AS (
      UPDATE organization_counter c SET seq = c.seq + 1 + before.events, last_message_id = nextval('message_id_seq')
      FROM (SELECT count(*) AS events FROM visible) AS before
      WHERE c.organization_id = ${organizationId}
      RETURNING c.seq, c.last_message_id AS message_id, clock_timestamp() AS at, before.events
    ), visibility_logged AS (
      INSERT INTO event_log (organization_id, seq, at, type, payload)
      SELECT ${organizationId}, head.seq - 1 - head.events + visible.place, head.at, ${topicVisibilityChanged.type}, visible.payload
      FROM head, visible ORDER BY visible.place
    )`,
    visibility: Prisma.sql`(SELECT coalesce(jsonb_agg(payload ORDER BY place), '[]') FROM visible)`,
  };
}

/** account, policy, expected: humans who receive a mention follow the topic unless they turned that off; the sender has his own change. */
function askedRows(channelId: number, mentioned: readonly number[], change: VisibilityChange | null): Prisma.Sql {
  const followers = Prisma.sql`
      SELECT u.id AS account, ${TOPIC_VISIBILITY.followed}::int AS policy, NULL::int AS expected
      FROM locked
      CROSS JOIN LATERAL message_receivers(${channelId}::int, ${OPEN_SPAN}, ${[...mentioned]}::int[]) AS receiver (id)
      JOIN user_account u ON u.id = receiver.id AND u.organization_id = locked.organization_id AND NOT u.is_bot
      LEFT JOIN user_settings s ON s.user_id = u.id
      WHERE coalesce((s.values ->> 'automatically_follow_topics_where_mentioned')::boolean,
        ${USER_SETTINGS.automatically_follow_topics_where_mentioned.initial})`;
  if (change === null) return followers;
  const { senderId, from, to } = change;
  const own = Prisma.sql`SELECT ${senderId}::int AS account, ${to}::int AS policy, ${from}::int AS expected FROM locked`;
  return mentioned.length === 0
    ? own
    : Prisma.sql`
      SELECT DISTINCT ON (account) account, policy, expected FROM (${followers} UNION ALL ${own}) AS each ORDER BY account, policy DESC`;
}
