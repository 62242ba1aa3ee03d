import { messageFlagsChanged, messagesDeleted, watcherParts } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { channelsById, Prisma, type Tx } from '@parley/persistence';
import { unlinkMessages } from '../attachments/message-links.js';
import { channelWatchersOf, type WatchedMessages } from '../channel-history/channel-watchers.js';
import { logFirstMessage } from '../channel-history/first-message.js';
import { settleTopics } from '../channel-history/settle-topics.js';
import { keepNewestReceived } from './keep-newest-received.js';
import { starsOfOthers } from './stars-of-others.js';

/** Longer than the event log is kept. */
const LOG_DAYS = 10;

interface Gone {
  readonly id: number;
  readonly channelId: number | null;
  readonly receivedIn: number | null;
  readonly topicId: number | null;
  readonly topic: string | null;
  readonly participantIds: number[] | null;
}

/**
 * Deletes messages with everything that belongs to them, and logs it for everyone who could read them. Takes at most MESSAGES_PER_EVENT
 * ids; ids of deleted messages are ignored. The number of statements depends only on the number of channels and of owners of linked
 * uploads. Must run inside EventLog.change.
 */
export async function removeMessages(tx: Tx, log: ChangeLog, organizationId: number, ids: readonly number[]): Promise<void> {
  const gone = await readGone(tx, organizationId, ids);
  if (gone.length === 0) return;
  const channelIds = distinct(gone.map(({ channelId }) => channelId));
  const channels = await channelsById(tx, organizationId, channelIds);
  const groups: WatchedMessages[] = conversationGroups(gone);
  for (const channel of channels) {
    groups.push(
      ...(await channelWatchersOf(
        tx,
        channel,
        gone.filter(({ channelId }) => channelId === channel.id).map(({ id }) => id),
      )),
    );
  }
  const starred = await starsOfOthers(tx, organizationId, ids, groups);
  await deleteRows(tx, organizationId, gone);
  await settleTopics(tx, organizationId, distinct(gone.map(({ topicId }) => topicId)));
  await keepNewestReceived(tx, organizationId, gone);
  logGone(log, gone, groups);
  for (const { userId, messages } of starred) {
    log.append(messageFlagsChanged, { userId, op: 'remove', flag: 'starred', messages: [...messages], all: false });
  }
  for (const channel of channels) await logFirstMessage(tx, log, channel);
  await unlinkMessages(
    tx,
    log,
    organizationId,
    gone.map(({ id }) => id),
  );
}

function readGone(tx: Tx, organizationId: number, ids: readonly number[]): Promise<Gone[]> {
  return tx.$queryRaw<Gone[]>(Prisma.sql`
    SELECT m.id::float8 AS id, m.channel_id AS "channelId", coalesce(m.origin_channel_id, m.channel_id) AS "receivedIn",
      m.topic_id::float8 AS "topicId", m.topic, CASE WHEN m.conversation_id IS NOT NULL THEN
        ARRAY(SELECT p.user_id FROM conversation_participant p WHERE p.conversation_id = m.conversation_id ORDER BY p.user_id) END AS "participantIds"
    FROM message m WHERE m.organization_id = ${organizationId} AND m.id = ANY (${[...ids]}::bigint[])
    ORDER BY m.id`);
}

/**
 * Keeps the local ids of sends: a repeated send must not bring a message back. The event log contains the content of recent messages, so
 * these are listed for erasure. It contains nothing older.
 */
async function deleteRows(tx: Tx, organizationId: number, gone: readonly Gone[]): Promise<void> {
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
      DELETE FROM message WHERE organization_id = ${organizationId} AND id = ANY (${ids})
      RETURNING id, sent_at, last_edited_at, EXISTS (
        SELECT FROM submessage s WHERE s.organization_id = ${organizationId} AND s.message_id = message.id) AS has_submessages
    )
    INSERT INTO text_to_erase (organization_id, message_id, sent_at, is_changed, after_seq)
    SELECT ${organizationId}, gone.id, gone.sent_at, gone.has_submessages OR gone.last_edited_at IS NOT NULL, counter.seq
    FROM gone JOIN organization_counter counter ON counter.organization_id = ${organizationId}
    WHERE greatest(gone.sent_at, gone.last_edited_at) > now() - make_interval(days => ${LOG_DAYS}::int)
      OR gone.has_submessages
    ON CONFLICT DO NOTHING`);
}

function conversationGroups(gone: readonly Gone[]): WatchedMessages[] {
  const groups = new Map<string, { messageIds: number[]; userIds: number[] }>();
  for (const { id, participantIds } of gone) {
    if (participantIds === null) continue;
    const group = groups.get(participantIds.join()) ?? { messageIds: [], userIds: participantIds };
    group.messageIds.push(id);
    groups.set(participantIds.join(), group);
  }
  return [...groups.values()].map((group) => ({ ...group, channelId: null, exceptIds: [] }));
}

/** Logs one event for each topic of a group, with the topic as its newest message spells it. */
function logGone(log: ChangeLog, gone: readonly Gone[], groups: readonly WatchedMessages[]): void {
  const byId = new Map(gone.map((message) => [message.id, message]));
  for (const { messageIds, channelId: watchedIn, userIds, exceptIds } of groups) {
    const topics = new Map<number | null, Gone[]>();
    for (const id of messageIds) {
      const message = byId.get(id);
      if (message !== undefined) topics.set(message.topicId, [...(topics.get(message.topicId) ?? []), message]);
    }
    for (const messages of topics.values()) {
      const { channelId = null, topic = null } = messages.at(-1) ?? {};
      const place = channelId === null || topic === null ? null : { channelId, topic };
      for (const watchers of watcherParts(watchedIn, userIds, exceptIds)) {
        log.append(messagesDeleted, { messageIds: messages.map(({ id }) => id), place, watchers });
      }
    }
  }
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
