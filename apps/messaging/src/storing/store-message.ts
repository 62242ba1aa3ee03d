import { OPEN_SPAN } from '@parley/access';
import { FLAG_BITS, type LoggedEvent, MESSAGE_ATTRS, topicKey } from '@parley/contracts';
import { TOPIC_VISIBILITY, type TopicVisibility, topicVisibilityChanged } from '@parley/contracts/channels';
import { messageSent } from '@parley/contracts/messaging';
import { PREPARED, Prisma, type Reader, userSettingSql } from '@parley/persistence';
import { z } from 'zod';
import { checkSentPayload } from './check-sent-payload.js';
import { claimUploads } from './claim-uploads.js';
import type { Composed } from './compose.js';
import type { Draft } from './draft.js';
import type { VisibilityChange } from './visibility-change.js';

export interface Stored {
  readonly messageId: number;
  /** In the order of the log: changes of topic visibility, then the message. */
  readonly events: readonly LoggedEvent[];
  /** The sender's visibility policy for the topic, if it changed. */
  readonly senderVisibility: TopicVisibility | null;
}

/**
 * Parts of the event's payload that store-composed.ts reads before the statement: changes of the channel, people whom some readers may not see,
 * and bots that receive the message without a subscription.
 */
export type MessageNews = Pick<z.infer<typeof messageSent.payload>, 'isArchived' | 'isActiveAgain' | 'watchers' | 'strangers' | 'botIds'>;

/** A message with what is stored together with it. */
export interface MessageToStore {
  readonly composed: Composed;
  readonly localId?: Draft['localId'];
  /** The change of the sender's visibility policy for the topic, if the send causes one. */
  readonly change?: VisibilityChange | null;
  readonly news?: MessageNews;
}

const visibilityPayloads = z.array(topicVisibilityChanged.payload);

interface Row {
  message_id: bigint;
  seq: bigint;
  incarnation: string;
  at: Date;
  payload: unknown;
  visibility: unknown;
}

/**
 * Stores a message with everything that belongs to it, in one statement: counter, topic or conversation, message, search words, flag rows
 * of mentioned users, local id, widget, links to uploads, log row. Its cost does not depend on the number of subscribers, except in an
 * archived channel.
 *
 * Ordering: every part depends on `head`, which locks the organization's counter first (in `locked`, if the visibility of the topic may change).
 * seq and message id are taken in that UPDATE, so both are in commit order. The statement's own snapshot is older than the lock. What must be
 * true at the message's position in the log is therefore read by VOLATILE functions (such as message_receivers), which see current rows, or
 * resolved by ON CONFLICT.
 *
 * If the channel was archived meanwhile, the message is refused (isArchivedMeanwhile).
 *
 * Invariants: each seq has its log row (it is one statement, so all or nothing), and a repeated local id stores nothing (its unique key rolls
 * back the whole statement: isUniqueViolation(error, 'sent_local_id_pkey')).
 *
 * Sending may change the visibility policy of the topic: for the sender (`change`, dropped if they chose otherwise meanwhile), and for
 * mentioned users, who follow it. These events take the seqs before the message's; there are none if nothing changes.
 */
export async function storeMessage(writer: Reader, organizationId: number, message: MessageToStore): Promise<Stored> {
  checkSentPayload(message.composed, message.localId ?? null, message.news ?? {});
  const [row] = await writer.$queryRaw<Row[]>(statement(organizationId, message));
  if (row === undefined) throw new Error(`organization ${organizationId} has no counter`);
  messageSent.payload.parse(row.payload);
  const visibility = visibilityPayloads.parse(row.visibility);
  const logged = [
    ...visibility.map((payload) => ({ type: topicVisibilityChanged.type, payload })),
    { type: messageSent.type, payload: row.payload },
  ];
  const { incarnation } = row;
  const before = Number(row.seq) - logged.length;
  const sender = visibility.flatMap(({ people }) => people).find(({ userId }) => userId === message.composed.facts.sender.id);
  return {
    messageId: Number(row.message_id),
    events: logged.map((event, index) => ({ ...event, organizationId, incarnation, seq: before + index + 1, at: row.at.getTime() })),
    senderVisibility: sender?.policy ?? null,
  };
}

function statement(organizationId: number, { composed, localId = null, change = null, news = {} }: MessageToStore): Prisma.Sql {
  const { facts, destination } = composed;
  const senderId = facts.sender.id;
  const place = destination.kind === 'channel' ? channelPlace(organizationId, destination) : conversationPlace(organizationId, destination);
  const flagged = [...composed.flags];
  const head = headOf(organizationId, composed, change);
  const widget = widgetOf(organizationId, composed);
  const uploads = claimUploads(composed.uploads);
  const bots = mentionedBots(news);
  const event = { origin: localId, ...news };
  return Prisma.sql`
    ${PREPARED} WITH ${head.ctes}, ${place.ctes}, muting AS (
      SELECT ${place.readers(senderId)} AS user_ids FROM head
    ), flagged AS (
      INSERT INTO message_flag (user_id, organization_id, message_id, flags)
      SELECT requested.user_id, ${organizationId}, head.message_id,
        requested.bits | CASE WHEN ${isReadAtOnce(facts.attrs, senderId)} ${bots.arrivesRead} THEN ${FLAG_BITS.read} ELSE 0 END
      FROM head, muting, unnest(${flagged.map(([id]) => id)}::int[], ${flagged.map(([, bits]) => bits)}::smallint[]) AS requested (user_id, bits)
      WHERE ${place.receives} ${bots.receive}
      RETURNING user_id, flags
    ), stored AS (
      INSERT INTO message (id, organization_id, channel_id, topic_id, topic, conversation_id, sender_id, sent_at, attrs, content, rendered, client_name)
      SELECT head.message_id, ${organizationId}, ${place.columns}, ${senderId}, head.at, ${facts.attrs}, ${facts.content}, ${facts.rendered},
        ${facts.clientName}
      FROM head, place
      RETURNING id
    ), words AS (
      INSERT INTO message_search (organization_id, message_id, received_channel_id, conversation_id, tsv)
      SELECT ${organizationId}, head.message_id, ${place.searchColumns}, to_tsvector('english', ${place.searchText} || ${facts.content})
      FROM head, place
    )${localId === null ? Prisma.empty : localIdCte(organizationId, senderId, localId)}${widget.cte}${uploads.ctes},
    logged AS (
      INSERT INTO event_log (organization_id, seq, at, type, payload)
      SELECT ${organizationId}, head.seq, head.at, ${messageSent.type}, ${JSON.stringify(event)}::jsonb || jsonb_build_object(
        'message', ${JSON.stringify(facts)}::jsonb || jsonb_build_object(
          'id', head.message_id, 'sentAt', floor(extract(epoch FROM head.at))::bigint, 'recipient', ${place.recipient})${widget.fact},
        'flags', (SELECT coalesce(jsonb_object_agg(user_id, flags), '{}') FROM flagged),
        'readBy', to_jsonb(muting.user_ids),
        'isPublic', ${place.isPublic},
        'isFirstInChannel', ${place.isFirstInChannel})${uploads.event}
      FROM head, place, muting
      RETURNING seq, at, payload
    )
    SELECT stored.id AS message_id, logged.seq, head.incarnation, logged.at, logged.payload, ${head.visibility} AS visibility FROM head, stored, logged`;
}

/** Parts of the statement for bots that receive the message without a subscription. All are empty if there are none. */
interface MentionedBots {
  readonly receive: Prisma.Sql;
  readonly arrivesRead: Prisma.Sql;
}

/** The flag row of such a bot says read, like everything in a channel without a subscription. */
function mentionedBots({ botIds = [] }: MessageNews): MentionedBots {
  if (botIds.length === 0) return { receive: Prisma.empty, arrivesRead: Prisma.empty };
  const isBot = Prisma.sql`OR requested.user_id = ANY (${[...botIds]}::int[])`;
  return { receive: isBot, arrivesRead: isBot };
}

/** The beginning of the send statement. */
interface MessageHead {
  /** Defines `head`, one row: seq and message_id of the message, `at`, and the incarnation of the log. */
  readonly ctes: Prisma.Sql;
  /** JSON list of the events before the message: payloads of topic-visibility.changed. */
  readonly visibility: Prisma.Sql;
}

function headOf(organizationId: number, { destination, flags }: Composed, change: VisibilityChange | null): MessageHead {
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
      RETURNING seq, last_message_id AS message_id, clock_timestamp() AS at, log_incarnation(origin) AS incarnation
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
function headWithVisibility(organizationId: number, channelId: number, topic: string, requested: Prisma.Sql): MessageHead {
  return {
    ctes: Prisma.sql`locked AS MATERIALIZED (
      SELECT organization_id FROM organization_counter WHERE organization_id = ${organizationId} FOR UPDATE
    ), requested AS MATERIALIZED (${requested}
    ), batch AS (
      SELECT (row_number() OVER (ORDER BY account) - 1) / ${MAX_USERS_PER_EVENT} AS place, account, policy, expected FROM requested
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
      RETURNING c.seq, c.last_message_id AS message_id, clock_timestamp() AS at, log_incarnation(c.origin) AS incarnation, before.events
    ), visibility_logged AS (
      INSERT INTO event_log (organization_id, seq, at, type, payload)
      SELECT ${organizationId}, head.seq - 1 - head.events + visible.place, head.at, ${topicVisibilityChanged.type}, visible.payload
      FROM head, visible ORDER BY visible.place
    )`,
    visibility: Prisma.sql`(SELECT coalesce(jsonb_agg(payload ORDER BY place), '[]') FROM visible)`,
  };
}

/**
 * account, policy, expected: people who receive a mention follow the topic unless they turned that off; the sender has a separate change.
 */
function askedRows(channelId: number, mentioned: readonly number[], change: VisibilityChange | null): Prisma.Sql {
  const followers = Prisma.sql`
      SELECT u.id AS account, ${TOPIC_VISIBILITY.followed}::int AS policy, NULL::int AS expected
      FROM locked
      CROSS JOIN LATERAL message_receivers(${channelId}::int, ${OPEN_SPAN}, ${[...mentioned]}::int[]) AS receiver (id)
      JOIN user_account u ON u.id = receiver.id AND u.organization_id = locked.organization_id AND NOT u.is_bot
      LEFT JOIN user_settings s ON s.user_id = u.id
      WHERE ${userSettingSql('automatically_follow_topics_where_mentioned', Prisma.sql`s.values`)}`;
  if (change === null) return followers;
  const { senderId, from, to } = change;
  const own = Prisma.sql`SELECT ${senderId}::int AS account, ${to}::int AS policy, ${from}::int AS expected FROM locked`;
  return mentioned.length === 0
    ? own
    : Prisma.sql`
      SELECT DISTINCT ON (account) account, policy, expected FROM (${followers} UNION ALL ${own}) AS each ORDER BY account, policy DESC`;
}

/** The parts of the statement that differ between a channel and a conversation. `ctes` defines `place`, one row. */
interface Place {
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

function channelPlace(organizationId: number, { channel, topic }: Extract<Composed['destination'], { kind: 'channel' }>): Place {
  const recipient = { kind: 'channel', channelId: channel.id, channelName: channel.name, topic };
  return {
    ctes: Prisma.sql`place AS (
      INSERT INTO topic (organization_id, channel_id, key, max_message_id)
      SELECT ${organizationId}, ${channel.id}, ${topicKey(topic)}, head.message_id FROM head
      ON CONFLICT (channel_id, key) DO UPDATE SET max_message_id = excluded.max_message_id
      RETURNING id AS topic_id
    ), first AS (
      INSERT INTO channel_activity (channel_id, organization_id, first_message_id)
      SELECT ${channel.id}, ${organizationId}, head.message_id FROM head
      ON CONFLICT DO NOTHING
      RETURNING channel_id
    )`,
    receives: Prisma.sql`requested.user_id IN (
      SELECT message_receivers(${channel.id}::int, head.message_id, ARRAY[requested.user_id]))`,
    columns: Prisma.sql`${channel.id}, place.topic_id, ${topic}, NULL`,
    searchColumns: Prisma.sql`${channel.id}, NULL`,
    searchText: Prisma.sql`${topic} || ' '`,
    recipient: Prisma.sql`${JSON.stringify(recipient)}::jsonb`,
    isFirstInChannel: Prisma.sql`EXISTS (SELECT FROM first)`,
    isPublic: channel.isArchived
      ? Prisma.sql`is_public_channel(${channel.id}::int, head.message_id)`
      : Prisma.sql`open_channel_is_public(${channel.id}::int, head.message_id)`,
    readers: channel.isArchived ? () => Prisma.sql`channel_subscribers(${channel.id}::int, head.message_id)` : usersMuting,
  };
}

/** The first message creates the conversation. */
function conversationPlace(organizationId: number, { participants }: Extract<Composed['destination'], { kind: 'direct' }>): Place {
  const ids = participants.map(({ id }) => id);
  const recipient = { kind: 'direct', participants: participants.map(({ id, email, fullName }) => ({ id, email, fullName })) };
  return {
    ctes: Prisma.sql`place AS (
      INSERT INTO conversation (organization_id, participant_key, last_message_id)
      SELECT ${organizationId}, ${ids.join(',')}, head.message_id FROM head
      ON CONFLICT (organization_id, participant_key) DO UPDATE SET last_message_id = excluded.last_message_id
      RETURNING id AS conversation_id, xmax = 0 AS is_new
    ), joined AS (
      INSERT INTO conversation_participant (user_id, organization_id, conversation_id)
      SELECT participant, ${organizationId}, place.conversation_id FROM place, unnest(${ids}::int[]) AS participant WHERE place.is_new
    )`,
    receives: Prisma.sql`true`,
    columns: Prisma.sql`NULL, NULL, NULL, place.conversation_id`,
    searchColumns: Prisma.sql`NULL, place.conversation_id`,
    searchText: Prisma.sql`''`,
    recipient: Prisma.sql`${JSON.stringify(recipient)}::jsonb || jsonb_build_object('conversationId', place.conversation_id)`,
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

function localIdCte(organizationId: number, senderId: number, { queueId, localId }: NonNullable<Draft['localId']>): Prisma.Sql {
  return Prisma.sql`, named AS (
      INSERT INTO sent_local_id (organization_id, sender_id, queue_id, local_id, message_id)
      SELECT ${organizationId}, ${senderId}, ${queueId}, ${localId}, head.message_id FROM head
    )`;
}

/** The first submessage of a poll or a to-do list is stored with its message: as a row, and in the event. */
function widgetOf(organizationId: number, { facts, widget }: Composed): { readonly cte: Prisma.Sql; readonly fact: Prisma.Sql } {
  if (widget === null) return { cte: Prisma.empty, fact: Prisma.empty };
  return {
    cte: Prisma.sql`, submitted AS (
      INSERT INTO submessage (organization_id, message_id, sender_id, msg_type, content)
      SELECT ${organizationId}, head.message_id, ${facts.sender.id}, 'widget', ${JSON.stringify(widget)} FROM head
      RETURNING id, message_id, sender_id, msg_type, content
    )`,
    fact: Prisma.sql` || jsonb_build_object('submessages', (SELECT jsonb_agg(to_jsonb(submitted)) FROM submitted))`,
  };
}
