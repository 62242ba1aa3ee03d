import { OPEN_SPAN } from '@parley/access';
import { FLAG_BITS, MESSAGE_ATTRS, topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY, topicVisibilityChanged } from '@parley/contracts/channels';
import { messageSent } from '@parley/contracts/messaging';
import { type Database, dbInt, onlyParsedRow, PREPARED, Prisma, type SqlReader, userSettingSql } from '@parley/persistence';
import { z } from 'zod';
import type { ComposedMessage } from '../composing/compose.js';
import { dailyLimitReached } from '../daily-limit/daily-limit.js';
import { TODAY } from '../daily-limit/daily-limit.sql.js';
import type { LocalId } from '../local-ids/local-ids.repository.js';
import type { VisibilityChange } from '../topic-visibility/topic-visibility-on-send.js';
import { claimUploads } from './claim-uploads.sql.js';

/**
 * Parts of the event's payload that are read before the statement: changes of the channel, people whom some readers may not see, and bots that
 * receive the message without a subscription.
 */
export type MessageNews = Pick<z.infer<typeof messageSent.payload>, 'isArchived' | 'isActiveAgain' | 'watchers' | 'strangers' | 'botIds'>;

/** A message with what is stored together with it. */
export interface MessageToStore {
  readonly message: ComposedMessage;
  readonly localId?: LocalId | null;
  /** The change of the sender's visibility policy for the topic, if the send causes one. */
  readonly change?: VisibilityChange | null;
  readonly news?: MessageNews;
  /** How many messages its organization may store on a day. */
  readonly dailyLimit?: number | null;
}

/** Counts a message in the counter row `c`. */
const COUNT_OF_DAY = Prisma.sql`message_day = greatest(c.message_day, ${TODAY}),
        messages_of_day = CASE WHEN c.message_day >= ${TODAY} THEN c.messages_of_day + 1 ELSE 1 END`;

/** A further condition for the counter row `c`. Empty for most messages. */
function withinDay(dailyLimit: number | null): Prisma.Sql {
  if (dailyLimit === null) return Prisma.empty;
  return Prisma.sql`AND (c.message_day IS NULL OR c.message_day < ${TODAY} OR c.messages_of_day < ${dailyLimit})`;
}

const insertedRow = z.object({
  messageId: dbInt,
  /** Of the message. Events of topic visibility have the seqs before it. */
  seq: dbInt,
  incarnation: z.string(),
  at: z.date(),
  /** The payload of message.sent as it is in the log. */
  payload: z.unknown(),
  visibility: z.array(topicVisibilityChanged.payload),
});

export interface InsertedMessage extends z.infer<typeof insertedRow> {
  readonly senderId: number;
}

/**
 * Inserts a message with everything that belongs to it, in one statement: counter, topic or conversation, message, search words, flag rows
 * of mentioned users, local id, widget, links to uploads, log row. Its cost does not depend on the number of subscribers, except in an
 * archived channel.
 *
 * Ordering: every part depends on `head`, which locks the organization's counter first (in `locked`, if the visibility of the topic may change).
 * seq and message id are taken in that UPDATE, so both are in commit order. The statement's own snapshot is older than the lock. What must be
 * true at the message's position in the log is therefore read by VOLATILE functions (such as message_receivers), which see current rows, or
 * resolved by ON CONFLICT.
 *
 * If the channel was archived meanwhile, the message is refused (isArchivedMeanwhile). If the organization stored its `dailyLimit` meanwhile, there
 * is no `head`, so nothing is stored: messageQuotaReached.
 *
 * Invariants: each seq has its log row (it is one statement, so all or nothing), and a repeated local id stores nothing (its unique key rolls
 * back the whole statement: isUniqueViolation(error, 'sent_local_id_pkey')).
 *
 * Sending may change the visibility policy of the topic: for the sender (`change`, dropped if they chose otherwise meanwhile), and for
 * mentioned users, who follow it. These events take the seqs before the message's; there are none if nothing changes.
 */
export async function insertMessage(writer: SqlReader, organizationId: number, message: MessageToStore): Promise<InsertedMessage> {
  const statement = insertSql(organizationId, message);
  return inserted(message, await writer.$queryRaw(statement));
}

/**
 * Inserts several messages in one transaction, each with its statement. If one is refused, none is inserted. Returns a function for each, which
 * throws if what PostgreSQL returned for this message is malformed: the others are stored all the same.
 */
export async function insertMessages(
  database: Database,
  organizationId: number,
  messages: readonly MessageToStore[],
): Promise<readonly (() => InsertedMessage)[]> {
  const statements = messages.map((message) => insertSql(organizationId, message));
  const found = await database.runTogether(statements);
  return messages.map((message, index) => () => inserted(message, found[index]));
}

function inserted({ message, dailyLimit = null }: MessageToStore, found: unknown): InsertedMessage {
  if (dailyLimit !== null && Array.isArray(found) && found.length === 0) throw dailyLimitReached(dailyLimit);
  const row = onlyParsedRow(insertedRow, found);
  // The log row itself is announced, so it is checked here and not replaced by what a parse returns.
  messageSent.payload.parse(row.payload);
  return { ...row, senderId: message.facts.sender.id };
}

function insertSql(
  organizationId: number,
  { message, localId = null, change = null, news = {}, dailyLimit = null }: MessageToStore,
): Prisma.Sql {
  const { facts, destination } = message;
  const senderId = facts.sender.id;
  const target =
    destination.kind === 'channel' ? channelTarget(organizationId, destination) : conversationTarget(organizationId, destination);
  const flagged = [...message.flags];
  const head = headOf(organizationId, message, change, withinDay(dailyLimit));
  const widget = widgetOf(organizationId, message);
  const uploads = claimUploads(message.uploads);
  const orBot = orIsBot(news);
  const event = { origin: localId, ...news };
  return Prisma.sql`
    ${PREPARED} WITH ${head.ctes}, ${target.ctes}, muting AS (
      SELECT ${target.readers(senderId)} AS user_ids FROM head
    ), flagged AS (
      INSERT INTO message_flag (user_id, organization_id, message_id, flags)
      SELECT requested.user_id, ${organizationId}, head.message_id,
        requested.bits | CASE WHEN ${isReadAtOnce(facts.attrs, senderId)} ${orBot} THEN ${FLAG_BITS.read} ELSE 0 END
      FROM head, muting, unnest(${flagged.map(([id]) => id)}::int[], ${flagged.map(([, bits]) => bits)}::smallint[]) AS requested (user_id, bits)
      WHERE ${target.receives} ${orBot}
      RETURNING user_id, flags
    ), stored AS (
      INSERT INTO message (id, organization_id, channel_id, topic_id, topic, conversation_id, sender_id, sent_at, attrs, content, rendered, client_name)
      SELECT head.message_id, ${organizationId}, ${target.columns}, ${senderId}, head.at, ${facts.attrs}, ${facts.content}, ${facts.rendered},
        ${facts.clientName}
      FROM head, target
      RETURNING id
    ), search_entry AS (
      INSERT INTO message_search (organization_id, message_id, received_channel_id, conversation_id, tsv)
      SELECT ${organizationId}, head.message_id, ${target.searchColumns}, to_tsvector('english', ${target.searchText} || ${facts.content})
      FROM head, target
    )${localId === null ? Prisma.empty : localIdCte(organizationId, senderId, localId)}${widget.cte}${uploads.ctes},
    logged AS (
      INSERT INTO event_log (organization_id, seq, at, type, payload)
      SELECT ${organizationId}, head.seq, head.at, ${messageSent.type}, ${JSON.stringify(event)}::jsonb || jsonb_build_object(
        'message', ${JSON.stringify(facts)}::jsonb || jsonb_build_object(
          'id', head.message_id, 'sentAt', floor(extract(epoch FROM head.at))::bigint, 'recipient', ${target.recipient})${widget.fact},
        'flags', (SELECT coalesce(jsonb_object_agg(user_id, flags), '{}') FROM flagged),
        'readBy', to_jsonb(muting.user_ids),
        'isPublic', ${target.isPublic},
        'isFirstInChannel', ${target.isFirstInChannel})${uploads.event}
      FROM head, target, muting
      RETURNING seq, at, payload
    )
    SELECT stored.id AS "messageId", logged.seq, head.incarnation, logged.at, logged.payload, ${head.visibility} AS visibility FROM head, stored, logged`;
}

/** Of bots that receive the message without a subscription. Their flag row says read, like everything in a channel without a subscription. */
function orIsBot({ botIds = [] }: MessageNews): Prisma.Sql {
  return botIds.length === 0 ? Prisma.empty : Prisma.sql`OR requested.user_id = ANY (${[...botIds]}::int[])`;
}

/** The beginning of the send statement. */
interface MessageHead {
  /** Defines `head`, one row: seq and message_id of the message, `at`, and the incarnation of the log. */
  readonly ctes: Prisma.Sql;
  /** JSON list of the events before the message: payloads of topic-visibility.changed. */
  readonly visibility: Prisma.Sql;
}

function headOf(
  organizationId: number,
  { destination, flags }: ComposedMessage,
  change: VisibilityChange | null,
  withinLimit: Prisma.Sql,
): MessageHead {
  const mentioned = [...flags].filter(([, bits]) => (bits & FLAG_BITS.mentioned) !== 0).map(([id]) => id);
  if (destination.kind === 'direct' || (change === null && mentioned.length === 0)) return plainHead(organizationId, withinLimit);
  const { channel, topic } = destination;
  return headWithVisibility(
    organizationId,
    { channelId: channel.id, topic },
    requestedVisibility(channel.id, mentioned, change),
    withinLimit,
  );
}

function plainHead(organizationId: number, withinLimit: Prisma.Sql): MessageHead {
  return {
    ctes: Prisma.sql`head AS (
      UPDATE organization_counter c SET seq = c.seq + 1, last_message_id = nextval('message_id_seq'), ${COUNT_OF_DAY}
      WHERE c.organization_id = ${organizationId} ${withinLimit}
      RETURNING c.seq, c.last_message_id AS message_id, clock_timestamp() AS at, log_incarnation(c.origin) AS incarnation
    )`,
    visibility: Prisma.sql`'[]'::jsonb`,
  };
}

/** Limits the size of one logged event. */
const MAX_USERS_PER_EVENT = 1_000;

/**
 * Locks the counter first, so that the VOLATILE functions decide on current rows. Only then is the number of seqs known. MATERIALIZED,
 * because CTEs that change rows must run once.
 */
function headWithVisibility(
  organizationId: number,
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  requested: Prisma.Sql,
  withinLimit: Prisma.Sql,
): MessageHead {
  return {
    ctes: Prisma.sql`locked AS MATERIALIZED (
      SELECT c.organization_id FROM organization_counter c WHERE c.organization_id = ${organizationId} ${withinLimit} FOR UPDATE
    ), requested AS MATERIALIZED (${requested}
    ), batched AS (
      SELECT (row_number() OVER (ORDER BY account) - 1) / ${MAX_USERS_PER_EVENT} AS batch, account, policy, expected FROM requested
    ), changed AS MATERIALIZED (
      SELECT batch, change_topic_visibility(${organizationId}::int, ${channelId}::int, ${topic}, ${topicKey(topic)},
        array_agg(account), array_agg(policy), array_agg(expected)) AS payload
      FROM batched GROUP BY batch
    ), visible AS MATERIALIZED (
      SELECT payload, row_number() OVER (ORDER BY batch) AS position FROM changed WHERE payload IS NOT NULL
    ), head AS (
      UPDATE organization_counter c SET seq = c.seq + 1 + before.events, last_message_id = nextval('message_id_seq'), ${COUNT_OF_DAY}
      FROM (SELECT count(*) AS events FROM visible) AS before
      WHERE c.organization_id = ${organizationId} ${withinLimit}
      RETURNING c.seq, c.last_message_id AS message_id, clock_timestamp() AS at, log_incarnation(c.origin) AS incarnation, before.events
    ), visibility_logged AS (
      INSERT INTO event_log (organization_id, seq, at, type, payload)
      SELECT ${organizationId}, head.seq - 1 - head.events + visible.position, head.at, ${topicVisibilityChanged.type}, visible.payload
      FROM head, visible ORDER BY visible.position
    )`,
    visibility: Prisma.sql`(SELECT coalesce(jsonb_agg(payload ORDER BY position), '[]') FROM visible)`,
  };
}

/**
 * Rows of account, policy and expected: the policy that must still hold, or null for any. People who receive a mention follow the topic unless
 * they turned that off; the sender has a separate change. If both are the same person, the higher policy wins.
 */
function requestedVisibility(channelId: number, mentioned: readonly number[], change: VisibilityChange | null): Prisma.Sql {
  const followers = Prisma.sql`
      SELECT u.id AS account, ${TOPIC_VISIBILITY.followed}::int AS policy, NULL::int AS expected
      FROM locked
      CROSS JOIN LATERAL message_receivers(${channelId}::int, ${OPEN_SPAN}, ${[...mentioned]}::int[]) AS receiver (id)
      JOIN user_account u ON u.id = receiver.id AND u.organization_id = locked.organization_id AND NOT u.is_bot
      LEFT JOIN user_settings s ON s.organization_id = u.organization_id AND s.user_id = u.id
      WHERE ${userSettingSql('automatically_follow_topics_where_mentioned', Prisma.sql`s.values`)}`;
  if (change === null) return followers;
  const { senderId, from, to } = change;
  const own = Prisma.sql`SELECT ${senderId}::int AS account, ${to}::int AS policy, ${from}::int AS expected FROM locked`;
  return mentioned.length === 0
    ? own
    : Prisma.sql`
      SELECT DISTINCT ON (account) account, policy, expected FROM (${followers} UNION ALL ${own}) AS each ORDER BY account, policy DESC`;
}

/** The parts of the statement that differ between a channel and a conversation. `ctes` defines `target`, one row: the topic or the conversation. */
interface Target {
  readonly ctes: Prisma.Sql;
  readonly receives: Prisma.Sql;
  /** channel_id, topic_id, topic, conversation_id */
  readonly columns: Prisma.Sql;
  /** received_channel_id, conversation_id */
  readonly searchColumns: Prisma.Sql;
  readonly searchText: Prisma.Sql;
  readonly recipient: Prisma.Sql;
  readonly isFirstInChannel: Prisma.Sql;
  /** Read at the message's position in the log: the channel may have become private since the permission check. */
  readonly isPublic: Prisma.Sql;
  /** Users for whom it arrives read, apart from the sender. */
  readonly readers: (senderId: number) => Prisma.Sql;
}

function channelTarget(organizationId: number, { channel, topic }: Extract<ComposedMessage['destination'], { kind: 'channel' }>): Target {
  const recipient = { kind: 'channel', channelId: channel.id, channelName: channel.name, topic };
  return {
    ctes: Prisma.sql`target AS (
      INSERT INTO topic (organization_id, channel_id, key, max_message_id)
      SELECT ${organizationId}, ${channel.id}, ${topicKey(topic)}, head.message_id FROM head
      ON CONFLICT (channel_id, key) DO UPDATE SET max_message_id = excluded.max_message_id
      RETURNING id AS topic_id
    ), first_message AS (
      INSERT INTO channel_activity (channel_id, organization_id, first_message_id)
      SELECT ${channel.id}, ${organizationId}, head.message_id FROM head
      ON CONFLICT DO NOTHING
      RETURNING channel_id
    )`,
    receives: Prisma.sql`requested.user_id IN (
      SELECT message_receivers(${channel.id}::int, head.message_id, ARRAY[requested.user_id]))`,
    columns: Prisma.sql`${channel.id}, target.topic_id, ${topic}, NULL`,
    searchColumns: Prisma.sql`${channel.id}, NULL`,
    searchText: Prisma.sql`${topic} || ' '`,
    recipient: Prisma.sql`${JSON.stringify(recipient)}::jsonb`,
    isFirstInChannel: Prisma.sql`EXISTS (SELECT FROM first_message)`,
    isPublic: channel.isArchived
      ? Prisma.sql`is_public_channel(${channel.id}::int, head.message_id)`
      : Prisma.sql`open_channel_is_public(${channel.id}::int, head.message_id)`,
    readers: channel.isArchived ? () => Prisma.sql`channel_subscribers(${channel.id}::int, head.message_id)` : usersMuting,
  };
}

/** The first message creates the conversation. */
function conversationTarget(organizationId: number, { participants }: Extract<ComposedMessage['destination'], { kind: 'direct' }>): Target {
  const ids = participants.map(({ id }) => id);
  const recipient = { kind: 'direct', participants: participants.map(({ id, email, fullName }) => ({ id, email, fullName })) };
  return {
    ctes: Prisma.sql`target AS (
      INSERT INTO conversation (organization_id, participant_key, last_message_id)
      SELECT ${organizationId}, ${ids.join(',')}, head.message_id FROM head
      ON CONFLICT (organization_id, participant_key) DO UPDATE SET last_message_id = excluded.last_message_id
      RETURNING id AS conversation_id, xmax = 0 AS is_new
    ), joined AS (
      INSERT INTO conversation_participant (user_id, organization_id, conversation_id)
      SELECT participant, ${organizationId}, target.conversation_id FROM target, unnest(${ids}::int[]) AS participant WHERE target.is_new
    )`,
    receives: Prisma.sql`true`,
    columns: Prisma.sql`NULL, NULL, NULL, target.conversation_id`,
    searchColumns: Prisma.sql`NULL, target.conversation_id`,
    searchText: Prisma.sql`''`,
    recipient: Prisma.sql`${JSON.stringify(recipient)}::jsonb || jsonb_build_object('conversationId', target.conversation_id)`,
    isFirstInChannel: Prisma.sql`false`,
    isPublic: Prisma.sql`false`,
    readers: usersMuting,
  };
}

function usersMuting(senderId: number): Prisma.Sql {
  return Prisma.sql`users_muting(${senderId}::int, head.message_id)`;
}

/** A flag row contains the complete state, so it includes the read state that the message would have without it. */
function isReadAtOnce(attrs: number, senderId: number): Prisma.Sql {
  const bySender = (attrs & MESSAGE_ATTRS.readBySender) === 0 ? Prisma.sql`false` : Prisma.sql`requested.user_id = ${senderId}`;
  return Prisma.sql`${bySender} OR requested.user_id = ANY (muting.user_ids)`;
}

function localIdCte(organizationId: number, senderId: number, { queueId, localId }: LocalId): Prisma.Sql {
  return Prisma.sql`, local_id AS (
      INSERT INTO sent_local_id (organization_id, sender_id, queue_id, local_id, message_id)
      SELECT ${organizationId}, ${senderId}, ${queueId}, ${localId}, head.message_id FROM head
    )`;
}

/** The first submessage of a poll or a to-do list is stored with its message: as a row, and in the event. */
function widgetOf(organizationId: number, { facts, widget }: ComposedMessage): { readonly cte: Prisma.Sql; readonly fact: Prisma.Sql } {
  if (widget === null) return { cte: Prisma.empty, fact: Prisma.empty };
  return {
    cte: Prisma.sql`, widget AS (
      INSERT INTO submessage (organization_id, message_id, sender_id, msg_type, content)
      SELECT ${organizationId}, head.message_id, ${facts.sender.id}, 'widget', ${JSON.stringify(widget)} FROM head
      RETURNING id, message_id, sender_id, msg_type, content
    )`,
    fact: Prisma.sql` || jsonb_build_object('submessages', (SELECT jsonb_agg(to_jsonb(widget)) FROM widget))`,
  };
}
