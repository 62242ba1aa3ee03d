import { arrivesUnread, OPEN_SPAN, rowSaysUnread, stayedUnread } from '@parley/access';
import { FLAG_BITS, topicKey } from '@parley/contracts';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, dbInt, firstRow, Prisma, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { settleTopics } from '../channel-history/channel-history.repository.js';
import type { MessagePlace } from '../messages/target-message.repository.js';
import type { EditedContent } from './edit-content.js';

/** A move that is allowed. */
export interface Move {
  readonly organizationId: number;
  readonly from: MessagePlace;
  readonly to: ChannelRecord;
  readonly topic: string;
  /** Ascending. */
  readonly ids: readonly number[];
  /** The part of the history entry that all messages share. */
  readonly edit: { readonly user_id: number; readonly timestamp: number };
  /** The one message whose content changed in the same request, and its part of the history entry. */
  readonly edited: { readonly messageId: number; readonly edit: EditedContent['edit'] } | null;
  readonly at: Date;
  /** Resolving a topic does not count as a move for clients that look for moved messages. */
  readonly countsAsMove: boolean;
}

/** Moves messages to another topic or channel. The number of statements is fixed, whatever the number of messages. */
export async function moveRows(tx: Tx, organizationId: number, log: ChangeLog, move: Move): Promise<void> {
  const { from, to, topic, ids } = move;
  const changesChannel = to.id !== from.channel.id;
  if (changesChannel) await keepReadOnNextMove(tx, move);
  const topicId = await enterTopic(tx, organizationId, to.id, topic, ids.at(-1) ?? 0);
  await tx.$executeRaw(Prisma.sql`
    UPDATE message m SET ${changesChannel ? await channelColumns(log, to) : Prisma.empty}
      topic_id = ${topicId}::bigint, topic = ${topic}, edit_history = ${newHistory(move)} || coalesce(m.edit_history, '[]'),
      last_moved_at = CASE WHEN ${move.countsAsMove} THEN ${move.at} ELSE m.last_moved_at END
    WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = ANY (${[...ids]}::bigint[])`);
  await tx.$executeRaw(Prisma.sql`
    UPDATE message_search s SET tsv = to_tsvector('english', m.topic || ' ' || m.content)
    FROM message m WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND s.organization_id = ${organizationId}
      AND s.message_id = ANY (${[...ids]}::bigint[]) AND m.id = s.message_id`);
  if (changesChannel) await readWhereNotSubscribed(tx, organizationId, to.id, ids);
  await settleTopics(tx, organizationId, [from.topicId]);
}

const enterTopicRow = z.object({ id: dbInt });

async function enterTopic(tx: Tx, organizationId: number, channelId: number, topic: string, newestId: number): Promise<number> {
  const row = await firstRow(
    tx,
    enterTopicRow,
    Prisma.sql`
    INSERT INTO topic (organization_id, channel_id, key, max_message_id) VALUES (${organizationId}, ${channelId}, ${topicKey(topic)}, ${newestId})
    ON CONFLICT (channel_id, key) DO UPDATE SET max_message_id = greatest(topic.max_message_id, excluded.max_message_id)
    RETURNING id AS id`,
  );
  if (row === undefined) throw new Error('a topic was neither found nor created');
  return row.id;
}

/** A move to another channel takes an id from the sequence of message ids, so that it can be ordered against joins. */
async function channelColumns(log: ChangeLog, to: ChannelRecord): Promise<Prisma.Sql> {
  const movedAtId = await log.takeMessageId();
  return Prisma.sql`channel_id = ${to.id}, origin_channel_id = coalesce(m.origin_channel_id, m.channel_id), moved_at_id = ${movedAtId}::bigint,`;
}

/** Prepends one entry to each message's history, with the message's own spelling of the topic. */
function newHistory({ edit, edited, from, to, topic }: Move): Prisma.Sql {
  const channels = to.id === from.channel.id ? {} : { prev_stream: from.channel.id, stream: to.id };
  const before =
    topic === from.topic ? Prisma.sql`'{}'::jsonb` : Prisma.sql`jsonb_build_object('prev_topic', m.topic, 'topic', ${topic}::text)`;
  const text = Prisma.sql`CASE WHEN m.id = ${edited?.messageId ?? 0}::bigint THEN ${JSON.stringify(edited?.edit ?? {})}::jsonb ELSE '{}' END`;
  return Prisma.sql`jsonb_build_array(${JSON.stringify({ ...edit, ...channels })}::jsonb || ${before} || ${text})`;
}

/**
 * For messages that move a second time. Users without a subscription to their current channel have them read, and would have them unread
 * again in the target channel. These are the only rows that a move writes for users whom it does not name.
 */
async function keepReadOnNextMove(tx: Tx, { organizationId, to, ids }: Move): Promise<void> {
  // Not `s`: the conditions below have a table `s` of their own.
  const person = { organizationId, userId: Prisma.sql`was.user_id` };
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO message_flag (user_id, organization_id, message_id, flags)
    SELECT was.user_id, ${organizationId}, m.id, ${FLAG_BITS.read}
    FROM message m
    JOIN subscription_span was
      ON was.organization_id = ${organizationId} AND was.channel_id = m.origin_channel_id AND was.until_id = ${OPEN_SPAN} AND m.id > was.after_id
    JOIN subscription b ON b.organization_id = ${organizationId} AND b.user_id = was.user_id AND b.channel_id = ${to.id} AND b.active
    LEFT JOIN channel_read r ON r.organization_id = ${organizationId} AND r.user_id = was.user_id AND r.channel_id = was.channel_id
    WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.id = ANY (${[...ids]}::bigint[]) AND m.moved_at_id IS NOT NULL
      AND m.id > coalesce(r.read_id, 0) AND ${arrivesUnread(person)} AND NOT ${stayedUnread(person)}
    ON CONFLICT DO NOTHING`);
}

/** Messages are never unread in a channel without a subscription, and stay read after a later subscription. */
async function readWhereNotSubscribed(tx: Tx, organizationId: number, channelId: number, ids: readonly number[]): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE message_flag f SET flags = f.flags | ${FLAG_BITS.read}
    WHERE f.organization_id = ${organizationId} AND f.message_id = ANY (${[...ids]}::bigint[]) AND ${rowSaysUnread}
      AND NOT EXISTS (SELECT FROM subscription b
      WHERE b.organization_id = ${organizationId} AND b.user_id = f.user_id AND b.channel_id = ${channelId} AND b.active)`);
}
